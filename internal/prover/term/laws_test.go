package term

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// lawCases compare two terms, and say by which laws they are equal.
var lawCases = []struct {
	name  string
	float *bv.Format
	sides func(d *Domain) (a, b bv.Value)
	want  []Law
}{
	{"one tree", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Int(bv.Add, x, y), d.Int(bv.Add, x, y)
	}, nil},
	{"a sum grouped", nil, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
		return d.Int(bv.Add, d.Int(bv.Add, x, y), z), d.Int(bv.Add, x, d.Int(bv.Add, y, z))
	}, []Law{Associativity}},
	{"a sum turned", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Int(bv.Add, x, y), d.Int(bv.Add, y, x)
	}, []Law{Commutativity}},
	{"a float sum turned", &f32, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Float(bv.FAdd, bv.F32, x, y), d.Float(bv.FAdd, bv.F32, y, x)
	}, []Law{Commutativity}},
	{"a minimum of one twice", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Int(bv.SMin, x, y), d.Int(bv.SMin, x, d.Int(bv.SMin, x, y))
	}, []Law{Associativity, Idempotence}},
	{"an absent operand", nil, func(d *Domain) (a, b bv.Value) {
		x, y, m := d.Var(0, 32), d.Var(1, 32), d.GuardOf(d.Bit(0))
		return d.Select(m, d.Int(bv.Add, x, y), x), d.Int(bv.Add, x, d.Select(m, y, d.Const(32, 0)))
	}, []Law{Identity}},
	{"an absent float", &f32, func(d *Domain) (a, b bv.Value) {
		x, m, none := d.Var(0, 32), d.GuardOf(d.Bit(0)), d.Const(32, 1<<31)
		return d.Float(bv.FAdd, bv.F32, d.Select(m, x, none), d.Select(m, none, d.Var(1, 32))),
			d.Select(m, d.Quiet(bv.F32, x), d.Quiet(bv.F32, d.Var(1, 32)))
	}, []Law{Identity}},
	{"an exchange by xor", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return x, d.Int(bv.Xor, d.Int(bv.Xor, x, y), y)
	}, []Law{Associativity, Cancellation}},
	{"a sum with what a sum left", &f32, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Float(bv.FMul, bv.F32, x, y), d.Float(bv.FMul, bv.F32, d.Quiet(bv.F32, x), y)
	}, []Law{NaNPayload}},
	{"floats but for NaNs", &f32, func(d *Domain) (a, b bv.Value) {
		x := d.Var(0, 32)
		return x, d.Quiet(bv.F32, x)
	}, []Law{NaNPayload}},
	{"a minimum by comparison", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Int(bv.SMin, x, y), d.Select(d.Int(bv.SLt, x, y), x, y)
	}, []Law{Comparison}},
	{"signs flipped", nil, func(d *Domain) (a, b bv.Value) {
		x, y, sign := d.Var(0, 32), d.Var(1, 32), d.Const(32, 1<<31)
		return d.Int(bv.SMin, x, y), d.Int(bv.Xor, d.Int(bv.UMin, d.Int(bv.Xor, x, sign), d.Int(bv.Xor, y, sign)), sign)
	}, []Law{Associativity, Encoding}},
	{"negatives", &f32, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 32), d.Var(1, 32)
		return d.Float(bv.FMax, bv.F32, x, y), bv.Negate(d, bv.F32,
			d.Float(bv.FMin, bv.F32, bv.Negate(d, bv.F32, x), bv.Negate(d, bv.F32, y)))
	}, []Law{Associativity, NaNPayload, Negation}},
	{"bytes widened", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 8), d.Var(1, 8)
		return d.Int(bv.SMin, x, y), d.Extract(d.Int(bv.SMin, d.Extend(x, 32, true), d.Extend(y, 32, true)), 0, 8)
	}, []Law{Extension}},
	{"a half by float32", &f16, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 16), d.Var(1, 16)
		wide := func(v bv.Value) bv.Value { return d.Convert(bv.F32, bv.F16, v) }
		return d.Float(bv.FAdd, bv.F16, x, y), d.Convert(bv.F16, bv.F32, d.Float(bv.FAdd, bv.F32, wide(x), wide(y)))
	}, []Law{Rounding}},
	{"halves widened", &f32, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 16), d.Var(1, 16), d.Var(2, 32)
		wide := func(v bv.Value) bv.Value { return d.Convert(bv.F32, bv.F16, v) }
		most := func(x, y bv.Value) bv.Value { return d.Float(bv.FMaxNaN, bv.F32, x, y) }
		return most(z, wide(d.Float(bv.FMaxNaN, bv.F16, x, y))), most(most(z, wide(x)), wide(y))
	}, []Law{Associativity, Widening}},
	{"a quotient by 128", &f32, func(d *Domain) (a, b bv.Value) {
		x, of := d.Var(0, 32), func(x float32) bv.Value { return d.Const(32, uint64(math.Float32bits(x))) }
		return bv.Apply(d, bv.FDiv(bv.F32), x, of(128)), d.Float(bv.FMul, bv.F32, x, of(1./128))
	}, []Law{Reciprocal}},
	{"bits distributed", nil, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 8), d.Var(1, 8), d.Var(2, 8)
		return d.Int(bv.And, x, d.Int(bv.Or, y, z)), d.Int(bv.Or, d.Int(bv.And, x, y), d.Int(bv.And, x, z))
	}, []Law{Bits}},
	{"a sum with its carry", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 64), d.Var(1, 64)
		part := func(v bv.Value, lo int) bv.Value { return d.Extract(v, lo, 32) }
		lo := d.Int(bv.Add, part(x, 0), part(y, 0))
		hi := d.Int(bv.Add, d.Int(bv.Add, part(x, 32), part(y, 32)), d.Extend(d.Int(bv.ULt, lo, part(x, 0)), 32, false))
		return d.Int(bv.Add, x, y), d.Concat(lo, hi)
	}, []Law{Associativity, Commutativity, Identity, Parts}},
	{"a sum by limbs", nil, func(d *Domain) (a, b bv.Value) {
		x := []bv.Value{d.Var(0, 64), d.Var(1, 64)}
		return plainly(d, bv.Add, x), besideWords(d, 5, x)
	}, []Law{Associativity, Commutativity, Identity, Parts}},
	{"a maximum by words", nil, func(d *Domain) (a, b bv.Value) {
		x := []bv.Value{d.Var(0, 64), d.Var(1, 64), d.Var(2, 64)}
		return plainly(d, bv.UMax, x), ByWords(d, bv.UMax, x)
	}, []Law{Associativity, Words}},
	{"a winner", nil, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
		best := d.Int(bv.SMin, d.Int(bv.SMin, x, y), z)
		won := d.Concat(d.Concat(d.Int(bv.Eq, x, best), d.Int(bv.Eq, y, best)), d.Int(bv.Eq, z, best))
		return d.First(won, nobody), d.First(won, nobody)
	}, []Law{Associativity, Winner}},
	{"a winner of winners", nil, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
		two := d.Int(bv.SMin, x, y)
		best, none := d.Int(bv.SMin, two, z), d.Const(32, nobody)
		won := func(of ...bv.Value) bv.Value { return d.FirstBit(append(of, make32(d)[len(of):]...), nobody) }
		first := won(d.Int(bv.Eq, x, two), d.Int(bv.Eq, y, two))
		a = d.Int(bv.UMin, d.Select(d.Int(bv.Eq, two, best), first, none),
			d.Select(d.Int(bv.Eq, z, best), d.Const(32, 2), none))
		return a, won(d.Int(bv.Eq, x, best), d.Int(bv.Eq, y, best), d.Int(bv.Eq, z, best))
	}, []Law{Associativity, Comparison, Winner, Winners}},
	{"a winner by its rank", nil, func(d *Domain) (a, b bv.Value) {
		lower := d.extract(ranked(d, bv.UMin, []uint64{0, 1}), 0, 32)
		return lower, d.byRank(lower)[0].t
	}, []Law{Identity, Winner, Ranked}},
	{"a median", nil, func(d *Domain) (a, b bv.Value) {
		x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
		least := func(x, y bv.Value) bv.Value { return d.Int(bv.SMin, x, y) }
		greatest := func(x, y bv.Value) bv.Value { return d.Int(bv.SMax, x, y) }
		return greatest(least(x, y), least(greatest(x, y), z)), least(greatest(x, y), greatest(least(x, y), z))
	}, []Law{Commutativity, ZeroOne}},
	{"the second round", nil, func(d *Domain) (a, b bv.Value) {
		x, y, last := d.Var(0, 32), d.Var(1, 32), d.Const(32, 0x7fffffff)
		best := d.Int(bv.SMin, x, y)
		lowest := d.Int(bv.Eq, x, best)
		a, b = d.Int(bv.SMax, x, y), d.Int(bv.SMin, d.Select(lowest, last, x), d.Select(lowest, y, last))
		d.FindsRank(a, b)
		return a, b
	}, []Law{Associativity, Comparison, ZeroOne, Rounds}},
	{"a merge of two runs", nil, func(d *Domain) (a, b bv.Value) {
		var x [4]bv.Value
		for i := range x {
			x[i] = d.Var(i, 32)
		}
		least := func(x, y bv.Value) bv.Value { return d.Int(bv.SMin, x, y) }
		greatest := func(x, y bv.Value) bv.Value { return d.Int(bv.SMax, x, y) }
		low, high := greatest(least(x[0], x[1]), least(x[2], x[3])), least(greatest(x[0], x[1]), greatest(x[2], x[3]))
		other, more := greatest(least(x[0], x[2]), least(x[1], x[3])), least(greatest(x[0], x[2]), greatest(x[1], x[3]))
		return least(low, high), least(more, other)
	}, []Law{ZeroOne, SortedRuns}},
	{"a minimum of what has no sign, where it may be absent", nil, func(d *Domain) (a, b bv.Value) {
		none := d.Const(32, 1<<31-1)
		where := func(g int, x bv.Value) bv.Value { return d.Select(d.GuardOf(d.Bit(g)), x, none) }
		least := func(x, y bv.Value) bv.Value { return d.Int(bv.SMin, x, y) }
		var x [3]bv.Value
		for i := range x {
			x[i] = d.Extend(d.Var(i, 31), 32, false)
		}
		return least(where(0, least(x[0], x[1])), where(1, x[2])),
			least(where(0, x[0]), least(where(0, x[1]), where(1, x[2])))
	}, []Law{Associativity, Commutativity, Identity, Extension}},
	{"the slot of the first of two keys", nil, func(d *Domain) (a, b bv.Value) {
		x, y := d.Var(0, 64), d.Var(1, 64)
		first := d.Int(bv.UMin, d.Pair(x, 0), d.Pair(y, 1))
		return d.PairSlot(first), d.Select(d.Int(bv.ULt, y, x), d.Const(32, 1), d.Const(32, 0))
	}, []Law{Pairs}},
	{"a bfloat16 rounded by integers", &bf16, func(d *Domain) (a, b bv.Value) {
		r := rounder{d, d.Float(bv.FMul, bv.F32, d.Var(0, 32), d.Const(32, 0x40400000))}
		return r.Select(r.above(), r.Const(16, 0x7fff), r.upper(r.sum())), r.want()
	}, []Law{RoundingByBits}},
}

// lawStrategies are those of cases that need one, by name.
var lawStrategies = map[string]Strategy{
	"a median":                          {ZeroOne: true},
	"the second round":                  {ZeroOne: true},
	"a merge of two runs":               {Merges: true},
	"the slot of the first of two keys": {PairOrder: &PairOrder{bv.ULt, false, ^uint64(0), 32, 64, nil, false}},
}

// make32 are 32 bits. None of them is 1.
func make32(d *Domain) []bv.Value {
	bits := make([]bv.Value, wordBits)
	for i := range bits {
		bits[i] = d.Const(1, 0)
	}
	return bits
}

var f16, bf16, f32 = bv.F16, bv.BF16, bv.F32

// TestLaws wants each comparison to name its laws, and each law to be named by one.
func TestLaws(t *testing.T) {
	fired := Laws(0)
	for _, test := range lawCases {
		d := New(lawStrategies[test.name])
		a, b := test.sides(d)
		if where := d.Differ(a, b, test.float); where != False {
			t.Errorf("%s: differs", test.name)
		}
		laws := d.LawsOf(a, b)
		if diff := cmp.Diff(test.want, laws.List()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
		fired |= laws
	}
	for _, l := range AllLaws() {
		if fired&lawsOf(l) == 0 {
			t.Errorf("no comparison rests on %s", l)
		}
		if l.String() == "" || l.Text() == "" {
			t.Errorf("law %d has no name or no text", l)
		}
	}
}
