package network

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// kinds are the types of this package that have a row.
func kinds(t *testing.T) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "row" && f.Recv != nil {
				kinds[fmt.Sprint(f.Recv.List[0].Type)] = true
			}
		}
	}
	return kinds
}

// TestRows wants the row of every kind to be complete: a meaning, a text with one %s for
// each operand, and as operands the nodes of its fields.
func TestRows(t *testing.T) {
	missing := kinds(t)
	if len(missing) < 20 {
		t.Fatalf("%d kinds found: %v", len(missing), missing)
	}
	specs := []spec.Spec{
		specOf(t, "-pattern batch-reduce -width 8 -n 5 -type int8"),
		specOf(t, "-pattern batch-reduce -width 7 -n 9 -type float16"),
		specOf(t, "-pattern keyed-reduce -width 6 -type float32"),
		specOf(t, "-pattern reduce -mask full"),
		specOf(t, "-pattern shfl-up -delta var"),
		specOf(t, "-pattern sort -width 6"),
		specOf(t, "-pattern topk -k 3"),
		specOf(t, "-pattern sort -width 6 -from"),
		specOf(t, "-pattern sort -width 6 -value float32"),
		specOf(t, "-pattern block-reduce -block 77 -all"),
		specOf(t, "-pattern block-reduce -block 77 -op argmax"),
		specOf(t, "-pattern reduce -op argmax -type float32"),
		specOf(t, "-pattern block-exclusive-scan -block 77"),
		specOf(t, "-pattern transpose -width 8 -n 8"),
		specOf(t, "-pattern compact -width 6"),
		specOf(t, "-pattern compact -width 6 -memory none"),
		specOf(t, "-pattern rank -width 6"),
		specOf(t, "-pattern transpose -n 4 -memory none"),
		specOf(t, "-pattern transpose -n 4 -type uint8 -memory none"),
		specOf(t, "-pattern block-reduce -block 180 -type float64 -mask full"),
		specOf(t, "-pattern block-reduce -block 96 -type float32 -mask full"),
		specOf(t, "-pattern block-reduce -block 96 -op argmax -mask full"),
	}
	i := 0
	for s := range catalogue.All() {
		if i++; i%173 == 0 {
			specs = append(specs, s)
		}
	}
	user := spec.NewSpec(spec.Reduce)
	user.Op, user.User = spec.User, spec.UnresolvedOp("./stats.Merge")
	specs = append(specs, user)
	for _, s := range specs {
		for _, l := range []struct {
			rejected string
			build    func() (*Network, error)
		}{
			{"", func() (*Network, error) { return Build(s) }},
			{RejectPointerJumping(s), func() (*Network, error) { return PointerJumping(s) }},
			{RejectCompactByMemory(s), func() (*Network, error) { return CompactByMemory(s) }},
			{RejectPickByMemory(s), func() (*Network, error) { return PickByMemory(s) }},
			{RejectCompactByPointer(s), func() (*Network, error) { return CompactByPointer(s) }},
			{RejectPackedBatch(s), func() (*Network, error) { return PackedBatch(s) }},
			{RejectMovement(s), func() (*Network, error) { return Movement(s) }},
			{RejectMemoryTranspose(s), func() (*Network, error) { return MemoryTranspose(s) }},
			{RejectRedux(s), func() (*Network, error) { return Redux(s) }},
			{RejectRounds(s), func() (*Network, error) { return Rounds(s) }},
			{RejectBlockWinner(s), func() (*Network, error) { return BlockWinner(s) }},
			{RejectRakedWinner(s), func() (*Network, error) { return RakedWinner(s) }},
			{RejectBlock(s), func() (*Network, error) { return Block(s) }},
			{RejectRaked(s), func() (*Network, error) { return Raked(s) }},
			{RejectBlockScan(s), func() (*Network, error) { return BlockScan(s) }},
			{RejectRakedScan(s), func() (*Network, error) { return RakedScan(s) }},
		} {
			if l.rejected != "" {
				continue
			}
			n, err := l.build()
			if err != nil {
				t.Fatal(err)
			}
			represented, err := Represent(n)
			if err != nil {
				t.Fatal(err)
			}
			n.Steps = append(n.Steps, represented.Steps...)
			every(n, func(node *Node) {
				kind := strings.TrimPrefix(fmt.Sprintf("%T", node.Expr), "network.")
				delete(missing, kind)
				r := node.Expr.row()
				switch {
				case r.value == nil:
					t.Errorf("%s: no value", kind)
				case r.text == nil || strings.Count(r.text(), "%s") != len(r.operands):
					t.Errorf("%s: %d operands, but another number in its text", kind, len(r.operands))
				}
				var used []*Node
				same := replaceUses(node.Expr, func(n *Node) *Node { used = append(used, n); return n })
				switch {
				case !slices.Equal(used, Uses(node.Expr)):
					t.Errorf("%s: its operands are not its fields that are nodes", kind)
				case !reflect.DeepEqual(same, node.Expr):
					t.Errorf("%s: built from its own operands, it is another expression", kind)
				}
			})
		}
		if t.Failed() {
			return
		}
	}
	for kind := range missing {
		t.Errorf("no network of the sample has a %s", kind)
	}
}
