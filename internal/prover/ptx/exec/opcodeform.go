package exec

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// form is one row of the opcode table.
type form struct {
	// opcode is the name and what may follow it, in order: alternatives are
	// parted by |, and ? marks what may be missing: "add .rn? .f32|.f64".
	opcode string
	// operands is one letter an operand:
	//
	//	d  result             s  source              p  source predicate
	//	a  address            c  constant            l  label
	//	|  result and an optional second one, a predicate
	//	v  vector or register, result     w  the same, source
	operands string
	run      action
	sync     syncKind

	name  string
	slots [][]string
}

// action is what an instruction does to one thread.
type action func(t *thread, in *instr)

// syncKind marks instructions at which threads meet.
type syncKind uint8

const (
	noSync        syncKind = iota
	warpSync               // all threads of a member mask
	blockSync              // all threads of the block
	clusterArrive          // all threads of the cluster, which wait elsewhere
	clusterWait            // they wait here
	mbarrierWait           // a thread waits until an mbarrier is done
	jump                   // changes the program counter by itself
)

// ofCluster reports whether blocks meet.
func (s syncKind) ofCluster() bool { return s == clusterArrive || s == clusterWait }

// meets reports whether threads meet.
func (s syncKind) meets() bool { return s != noSync && s != jump }

func (f *form) split() {
	parts := strings.Fields(f.opcode)
	f.name = parts[0]
	for _, p := range parts[1:] {
		var slot []string
		if strings.HasSuffix(p, "?") {
			p = strings.TrimSuffix(p, "?")
			slot = append(slot, "")
		}
		for _, alt := range strings.Split(p, "|") {
			slot = append(slot, strings.TrimPrefix(alt, "."))
		}
		f.slots = append(f.slots, slot)
	}
}

// match gives the modifier in each slot ("" for one left out), if mods fit.
func (f *form) match(mods []string) ([]string, bool) {
	return matchSlots(f.slots, mods)
}

func matchSlots(slots [][]string, mods []string) ([]string, bool) {
	if len(slots) == 0 {
		return nil, len(mods) == 0
	}
	// Present parts are tried before omitted ones.
	if len(mods) > 0 {
		for _, alt := range slots[0] {
			if alt != "" && alt == mods[0] {
				if rest, ok := matchSlots(slots[1:], mods[1:]); ok {
					return append([]string{alt}, rest...), true
				}
			}
		}
	}
	if slots[0][0] == "" {
		if rest, ok := matchSlots(slots[1:], mods); ok {
			return append([]string{""}, rest...), true
		}
	}
	return nil, false
}

// forms is the table by name.
var forms = byName(table)

func byName(table []form) map[string][]*form {
	m := map[string][]*form{}
	for i := range table {
		f := &table[i]
		f.split()
		m[f.name] = append(m[f.name], f)
	}
	return m
}

// refusal explains why an opcode has no row. Unsupported by design comes first:
// it tells the reader of the message that no row will be added.
func refusal(in *parse.Instr) (parse.Kind, string) {
	if why, ok := refusedNames[in.Name]; ok {
		return parse.Unsupported, fmt.Sprintf("%s: %s", in.Opcode(), why)
	}
	for _, m := range in.Mods {
		if why, ok := refusedMods[m]; ok {
			return parse.Unsupported, fmt.Sprintf("%s: .%s %s", in.Opcode(), m, why)
		}
	}
	if forms[in.Name] == nil {
		return parse.Unknown, fmt.Sprintf("opcode %s", in.Name)
	}
	return parse.Unknown, fmt.Sprintf("form %s of %s", in.Opcode(), in.Name)
}

const notCommutative = "the order of atomics is not fixed; only {.relaxed}{.shared}.{add,min,max,and,or,xor} " +
	"of integers does not need it"

// refusedNames are opcodes left out by design.
var refusedNames = map[string]string{
	"activemask": "only .b32",
	"match":      "only .{any,all}.sync.{b32,b64}",
	"shfl":       "only .sync.{idx,up,down,bfly}.b32 says which lanes take part",
	"vote":       "only .sync says which lanes take part",
	"redux":      "only .sync.{add,min,max}.{u32,s32}, .sync.{and,or,xor}.b32 and .sync.{min,max}{.NaN}.f32",
	"atom":       notCommutative,
	"red":        notCommutative,
	"brx":        "only direct branches",
	"ex2":        "approximate",
	"lg2":        "approximate",
	"sin":        "approximate",
	"cos":        "approximate",
	"tanh":       "approximate",
	"rcp":        "division is no operator here",
	"mad24":      "no operator here",
	"nanosleep":  "timing",
	"tex":        "textures",
}

// refusedMods are modifiers left out by design.
var refusedMods = map[string]string{
	"ftz":     "flushes denormals to zero",
	"approx":  "is not correctly rounded",
	"full":    "is not correctly rounded",
	"sat":     "clamps",
	"rz":      "rounds toward zero",
	"rm":      "rounds down",
	"rp":      "rounds up",
	"rna":     "rounds ties away",
	"rs":      "rounds at random",
	"relu":    "clamps",
	"relaxed": "has no fixed order",
	"acquire": "has no fixed order",
	"release": "has no fixed order",
	"xorsign": "changes the sign",
	"local":   "memory: values belong in registers",
	"tf32":    "is no type here",
	"cc":      "is followed of add, addc, sub and subc only",
}
