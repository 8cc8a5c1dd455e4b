package verify

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Line is a report in one line, for people. Its columns are texts of one line each. An excerpt may follow.
type Line struct {
	Verdict string
	Subject string   // the file, and the function unless the file's name says it
	Claim   []string // of what the verdict holds, each condition that narrows it; else the reason
	Next    string   // what the reader can do; empty for a proof
	Took    string
	Excerpt string // lines below it, of a file of someone's own
}

// String is the line as it is printed alone.
func (l Line) String() string { return l.Padded(0) }

// Padded is the line with a subject of so many characters at least.
func (l Line) Padded(subject int) string {
	parts := []string{l.Verdict, fmt.Sprintf("%-*s", subject, l.Subject)}
	parts = append(parts, strings.Join(l.Claim, "; "))
	if l.Next != "" {
		parts = append(parts, l.Next)
	}
	if l.Took != "" {
		parts = append(parts, l.Took)
	}
	line := strings.Join(parts, "  ")
	if l.Excerpt != "" {
		line += "\n" + l.Excerpt
	}
	return line
}

// Short is the report in one line. Every condition that narrows the claim is on it.
func (r Report) Short() Line {
	l := Line{Verdict: r.Verdict.String(), Subject: r.File, Took: rounded(r.Took), Excerpt: r.Excerpt}
	if r.Cached {
		l.Took += " cached"
	}
	if base := filepath.Base(r.File); r.Func != "" &&
		(r.Masks == "" || strings.TrimSuffix(base, filepath.Ext(base)) != r.Spec.FileName()) {
		if r.Func != base {
			l.Subject += ": " + r.Func
		}
	}
	switch r.Verdict {
	case Proved, Listed:
		l.Claim = r.claim()
	case Refuted:
		first, _, _ := strings.Cut(r.Counterexample.String(), "\n")
		l.Claim = []string{strings.TrimSpace(first)}
		if c := r.Counterexample; c.Fault != "" && c.Block != "" { // which may be due to the shape
			l.Claim = append(l.Claim, "block of "+c.Block)
		}
		l.Claim = append(l.Claim, r.Limits...)
	default:
		l.Claim = append([]string{r.reason()}, r.Limits...)
	}
	if l.Next = r.Next(); l.Verdict != Proved.String() && l.Next != "" {
		l.Next = "(" + l.Next + ")"
	}
	return l
}

// claim is what a proof is of: masks and inputs, architectures, and each condition that narrows it.
func (r Report) claim() []string {
	masks := strings.Replace(r.Masks, fmt.Sprintf("all 2^%d masks", r.Spec.Lanes()), "all masks", 1)
	if before, found := strings.CutSuffix(masks, " and all inputs"); found {
		masks = before + ", all inputs"
	}
	all := []string{masks}
	if r.Verdict == Listed && r.Differs != "" {
		all = append(all, oneLine(r.Differs))
	}
	if len(r.Builds) > 0 {
		arches := r.arches
		if arches == "" {
			arches = reach(r.Builds, false, nil)
		}
		all[0] += "  " + arches
	}
	if flags := r.ownFlags(); flags != "" {
		all = append(all, "by "+flags)
	}
	if r.Callers != "" && r.Callers != callersOf(r.Spec) {
		all = append(all, r.Callers)
	}
	if len(r.Axioms) > 0 {
		all = append(all, "trusts "+strings.Join(r.Axioms, ", "))
	}
	for _, limit := range r.Limits {
		all = append(all, oneLine(limit))
	}
	return all
}

// ownFlags are the flags of a user that the builds have.
func (r Report) ownFlags() string {
	var all []string
	for _, b := range r.Builds {
		flags := slices.DeleteFunc(strings.Fields(b.user), func(f string) bool { return strings.HasPrefix(f, "-DSHFLGEN_") })
		if text := strings.Join(flags, " "); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, " and ")
}

// maxReason bounds a reason in bytes.
const maxReason = 300

// reason says in one line why there is no proof: of what a compiler prints, its first error.
func (r Report) reason() string {
	return oneLine(strings.TrimPrefix(r.Differs, r.File+": "))
}

// heading finds the line above what the go command or a compiler says.
var heading = regexp.MustCompile(`# \S+$|exit status \d+$`)

// oneLine is the line of a text that says most: the first with an error, else the first.
func oneLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	line := lines[0]
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "error:") }); i > 0 {
		line = strings.TrimSpace(lines[i])
	} else if len(lines) > 1 && heading.MatchString(line) {
		line = strings.TrimSpace(lines[1])
	}
	if len(line) > maxReason {
		line = strings.ToValidUTF8(line[:maxReason], "") + " …"
	}
	return line
}

// Next is what the reader of a verdict other than proved can do.
func (r Report) Next() string {
	emitted := strings.HasPrefix(r.Text, "text ")
	wants := strings.Contains(r.Differs, "want ") || strings.Contains(r.Differs, "no compiler here")
	switch {
	case r.Verdict == Proved:
		return ""
	case r.Verdict == Listed:
		return "-lengths listed accepts that; -v says why"
	case r.Verdict == Refuted && emitted:
		return "-v shows the call; shflgen check shows what was edited"
	case r.Verdict == Refuted:
		return "-v shows the call"
	case strings.HasPrefix(r.Differs, "time limit"):
		return "-timeout gives it longer, -arch takes one architecture at a time"
	case wants:
		return "-v says all of it"
	case r.Verdict == Refused && strings.Contains(r.Differs, "header"):
		return "shflgen check shows what was edited"
	case r.Verdict == Refused:
		return "docs/prove.md lists what is supported; -v says all of it"
	}
	return "-v says where; docs/prove.md lists what is not decided"
}

// Lasting reports whether the verdict follows from the file, the packages and the compilers alone: not
// from a limit of time, nor from files that may still be downloaded.
func (r Report) Lasting() bool { return r.Verdict != NotProved && !r.passing }

// Conditions are those of a verdict: who has to make the call, the builds, what it trusts and what narrows it.
func (r Report) Conditions() (all []string) {
	if r.Callers != "" {
		all = append(all, r.Callers)
	}
	if b := buildsText(r.Builds); b != "" {
		all = append(all, b)
	}
	for _, of := range r.Axioms {
		all = append(all, "trusts "+of)
	}
	return append(all, r.Limits...)
}

// Rejected reports whether a file is refused because no compiler makes PTX of it.
func (r Report) Rejected() bool { return r.rejected }

// rounded is a time in tenths of seconds.
func rounded(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}
