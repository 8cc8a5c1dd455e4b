//go:build !js

package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// LawVerdict is the answer to one law that a user's operator is claimed to have.
type LawVerdict struct {
	// Law is associative, commutative, idempotent or identity; or closed, of an operator with a
	// condition: it keeps elements valid.
	Law string `json:"law"`

	// Answer is proved, exhausted (all inputs were tried), tested (no counterexample was found),
	// unknown (the operator is not followed) or false.
	Answer string `json:"answer"`

	// Holds: proved or exhausted. Only then the law may be used.
	Holds bool `json:"holds"`

	// Claimed: by the directive or by the options. All laws are tried of an operator that claims none.
	Claimed bool `json:"claimed"`

	// Text is the answer in words; of a false claim the counterexample follows in lines of its own.
	Text string `json:"text"`

	// Test is a file of the operator's package with a Go test of the law on the counterexample,
	// which fails. Empty if there is none.
	Test string `json:"test,omitempty"`

	// Assumes are the conditions of the answer, each with its place in the code.
	Assumes []string `json:"assumes,omitempty"`

	// Took is how long the answer took.
	Took time.Duration `json:"took"`
}

// LawOptions say which laws are checked, and for how long.
type LawOptions struct {
	Claims []string      // laws beside those that the operator's directive claims
	Within time.Duration // of all claims and all searches together; 0: 10 s
	Alone  bool          // no solver is asked; else z3 and cvc5 are, if they are installed
}

// Claims are the names that [LawOptions] takes.
func Claims() []string { return slices.Sorted(maps.Keys(claims)) }

// Laws checks the laws that the directive of a user's operator claims, or tries all where nothing is claimed. ref names
// the operator as seen from a folder, such as ./stats.Merge. Nothing is believed: see docs/prove.md.
func Laws(ctx context.Context, dir, ref string, o LawOptions) ([]LawVerdict, error) {
	op, err := law.Load(dir, ref)
	if err != nil {
		return nil, err
	}
	for _, c := range o.Claims {
		l, ok := claims[c]
		if !ok {
			return nil, fmt.Errorf("-claim %s: want associative, commutative or idempotent", c)
		}
		if !slices.Contains(op.Claims, l) {
			op.Claims = append(op.Claims, l)
		}
	}
	claimed := len(op.Claims) > 0 || op.Identity != ""
	if !claimed {
		op.Claims = []law.Law{law.Associative, law.Commutative, law.Idempotent}
		op.Identity = userpkg.Zero
	}
	verdicts, err := law.Check(ctx, op, law.Limits{Within: o.Within, Solver: !o.Alone})
	if err != nil {
		return nil, err
	}
	var all []LawVerdict
	for _, v := range verdicts {
		if !claimed && v.Law == law.Identity && !v.Answer.Established() {
			continue // zero is a guess
		}
		r := LawVerdict{
			Law: v.Law.String(), Answer: v.Answer.String(), Holds: v.Answer.Established(), Claimed: claimed,
			Assumes: v.Assumes, Took: v.Took, Text: strings.TrimPrefix(v.String(), v.Law.String()+": "),
		}
		if v.Witness != nil {
			r.Test = v.Witness.Go
		}
		all = append(all, r)
	}
	return all, nil
}

var claims = map[string]law.Law{"associative": law.Associative, "commutative": law.Commutative,
	"idempotent": law.Idempotent}
