package rule

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Rules are the rules, one row each.
var Rules = []Rule{
	// A word is the larger of two.
	{"the larger of two", "a = max(a, b) is not a < b",
		func(x Unknowns) bv.Value { return x.Int(bv.Eq, x.A, x.Int(bv.SMax, x.A, x.B)) },
		func(x Unknowns) bv.Value { return x.Not(x.Int(bv.SLt, x.A, x.B)) },
		func(x Unknowns) bv.Value { return x.Int(bv.SLt, x.B, x.A) }},
	{"the smaller of two", "a = min(a, b) is not b < a",
		func(x Unknowns) bv.Value { return x.Int(bv.Eq, x.A, x.Int(bv.UMin, x.A, x.B)) },
		func(x Unknowns) bv.Value { return x.Not(x.Int(bv.ULt, x.B, x.A)) },
		func(x Unknowns) bv.Value { return x.Int(bv.ULt, x.A, x.B) }},
	// A choice that was moved half by half.
	{"a xor in halves", "the halves of a ^ b side by side are a ^ b",
		func(x Unknowns) bv.Value {
			return x.Concat(x.xor(x.Extract(x.A, 0, x.W/2), x.Extract(x.B, 0, x.W/2)),
				x.xor(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2)))
		},
		func(x Unknowns) bv.Value { return x.xor(x.A, x.B) },
		func(x Unknowns) bv.Value { return x.or(x.A, x.B) }},
	{"copies of a bit", "all ones or zeros in halves are all ones or zeros",
		func(x Unknowns) bv.Value {
			bit := x.Extract(x.A, 0, 1)
			return x.Concat(x.Extend(bit, x.W/2, true), x.Extend(bit, x.W-x.W/2, true))
		},
		func(x Unknowns) bv.Value { return x.spread(x.Extract(x.A, 0, 1)) },
		func(x Unknowns) bv.Value { return x.word(x.Extract(x.A, 0, 1)) }},
	// Sums and products.
	{"sums commute", "a + b = b + a",
		func(x Unknowns) bv.Value { return x.add(x.A, x.B) },
		func(x Unknowns) bv.Value { return x.add(x.B, x.A) },
		func(x Unknowns) bv.Value { return x.sub(x.B, x.A) }},
	{"sums regroup", "(a + b) + c = a + (b + c)",
		func(x Unknowns) bv.Value { return x.add(x.add(x.A, x.B), x.C) },
		func(x Unknowns) bv.Value { return x.add(x.A, x.add(x.B, x.C)) },
		func(x Unknowns) bv.Value { return x.add(x.A, x.sub(x.B, x.C)) }},
	{"numbers cancel", "(a + 5) - 5 = a",
		func(x Unknowns) bv.Value { return x.sub(x.add(x.A, x.num(5)), x.num(5)) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.add(x.A, x.num(10)) }},
	{"numbers gather", "(a + 3) + (b + 5) = (a + b) + 8",
		func(x Unknowns) bv.Value { return x.add(x.add(x.A, x.num(3)), x.add(x.B, x.num(5))) },
		func(x Unknowns) bv.Value { return x.add(x.add(x.A, x.B), x.num(8)) },
		func(x Unknowns) bv.Value { return x.add(x.add(x.A, x.B), x.num(2)) }},
	{"the negative of a negative", "0 - (0 - a) = a",
		func(x Unknowns) bv.Value { return x.sub(x.num(0), x.sub(x.num(0), x.A)) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.sub(x.num(0), x.A) }},
	{"products regroup", "(a × b) × c = b × (c × a)",
		func(x Unknowns) bv.Value { return x.mul(x.mul(x.A, x.B), x.C) },
		func(x Unknowns) bv.Value { return x.mul(x.B, x.mul(x.C, x.A)) },
		func(x Unknowns) bv.Value { return x.mul(x.B, x.mul(x.C, x.C)) }},
	{"low bits of a sum", "low half of a + b = sum of the low halves",
		func(x Unknowns) bv.Value { return x.Extract(x.add(x.A, x.B), 0, x.W/2) },
		func(x Unknowns) bv.Value { return x.add(x.Extract(x.A, 0, x.W/2), x.Extract(x.B, 0, x.W/2)) },
		func(x Unknowns) bv.Value { return x.add(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2)) }},
	{"high bits of a sum, the low bits of one operand", "high half of ((a & high) + b) = sum of the high halves",
		func(x Unknowns) bv.Value {
			return x.Extract(x.add(x.and(x.A, x.num(^uint64(0)<<(x.W/2))), x.B), x.W/2, x.W/2)
		},
		func(x Unknowns) bv.Value {
			return x.add(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2))
		},
		func(x Unknowns) bv.Value { return x.Extract(x.add(x.A, x.B), x.W/2, x.W/2) }},
	{"high bits of a sum, small low bits",
		"m leaves out the top bit of the low half: high half of ((a & m) + (b & m)) = sum of the high halves",
		func(x Unknowns) bv.Value {
			m := x.num(^(uint64(1) << (x.W/2 - 1)))
			return x.Extract(x.add(x.and(x.A, m), x.and(x.B, m)), x.W/2, x.W/2)
		},
		func(x Unknowns) bv.Value {
			return x.add(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2))
		},
		func(x Unknowns) bv.Value { return x.Extract(x.add(x.A, x.B), x.W/2, x.W/2) }},
	{"high bits of a sum, a product that moves the low bits up",
		"high half of (a × (1 under 1) + (b & high)) = sum of the high halves and the low half of a",
		func(x Unknowns) bv.Value {
			return x.Extract(x.add(x.mul(x.A, x.num(1|1<<(x.W/2))), x.and(x.B, x.num(^uint64(0)<<(x.W/2)))), x.W/2, x.W/2)
		},
		func(x Unknowns) bv.Value {
			return x.add(x.Extract(x.A, x.W/2, x.W/2), x.add(x.Extract(x.A, 0, x.W/2), x.Extract(x.B, x.W/2, x.W/2)))
		},
		func(x Unknowns) bv.Value {
			return x.Extract(x.add(x.mul(x.A, x.num(1|1<<(x.W/2))), x.B), x.W/2, x.W/2)
		}},
	{"low bits of a product", "low half of a × b = product of the low halves",
		func(x Unknowns) bv.Value { return x.Extract(x.mul(x.A, x.B), 0, x.W/2) },
		func(x Unknowns) bv.Value { return x.mul(x.Extract(x.A, 0, x.W/2), x.Extract(x.B, 0, x.W/2)) },
		func(x Unknowns) bv.Value { return x.mul(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2)) }},

	// Bits.
	{"and regroups", "(a & b) & c = (c & a) & b",
		func(x Unknowns) bv.Value { return x.and(x.and(x.A, x.B), x.C) },
		func(x Unknowns) bv.Value { return x.and(x.and(x.C, x.A), x.B) },
		func(x Unknowns) bv.Value { return x.or(x.and(x.C, x.A), x.B) }},
	{"or regroups", "(a | b) | c = (c | a) | b",
		func(x Unknowns) bv.Value { return x.or(x.or(x.A, x.B), x.C) },
		func(x Unknowns) bv.Value { return x.or(x.or(x.C, x.A), x.B) },
		func(x Unknowns) bv.Value { return x.or(x.and(x.C, x.A), x.B) }},
	{"xor regroups and cancels", "(a ^ b) ^ (c ^ a) = c ^ b",
		func(x Unknowns) bv.Value { return x.xor(x.xor(x.A, x.B), x.xor(x.C, x.A)) },
		func(x Unknowns) bv.Value { return x.xor(x.C, x.B) },
		func(x Unknowns) bv.Value { return x.or(x.C, x.B) }},
	{"and is idempotent", "a & (b & a) = b & a",
		func(x Unknowns) bv.Value { return x.and(x.A, x.and(x.B, x.A)) },
		func(x Unknowns) bv.Value { return x.and(x.B, x.A) },
		func(x Unknowns) bv.Value { return x.A }},
	{"or is idempotent", "a | (b | a) = b | a",
		func(x Unknowns) bv.Value { return x.or(x.A, x.or(x.B, x.A)) },
		func(x Unknowns) bv.Value { return x.or(x.B, x.A) },
		func(x Unknowns) bv.Value { return x.A }},
	{"complement twice", "~~a = a",
		func(x Unknowns) bv.Value { return x.Not(x.Not(x.A)) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.Not(x.A) }},
	{"xor by ones", "a ^ ones = ~a",
		func(x Unknowns) bv.Value { return x.xor(x.A, x.ones()) },
		func(x Unknowns) bv.Value { return x.Not(x.A) },
		func(x Unknowns) bv.Value { return x.sub(x.num(0), x.A) }},

	// Words cut up and put together.
	{"parts of a join", "low part of a under b = a",
		func(x Unknowns) bv.Value { return x.Extract(x.Concat(x.A, x.Const(4, 9)), 0, x.W) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.B }},
	{"order by upper parts", "a under 1 < b under 2",
		func(x Unknowns) bv.Value {
			under := func(a bv.Value, n uint64) bv.Value { return x.Concat(x.Extract(a, 0, x.W-2), x.Const(2, n)) }
			return x.int(bv.ULt, under(x.A, 1), under(x.B, 2))
		},
		func(x Unknowns) bv.Value { return x.Const(1, 1) },
		func(x Unknowns) bv.Value { return x.int(bv.ULt, x.A, x.B) }},
	{"halves joined", "low half of a under high half of a = a",
		func(x Unknowns) bv.Value { return x.Concat(x.Extract(x.A, 0, x.W/2), x.Extract(x.A, x.W/2, x.W/2)) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value {
			return x.Concat(x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.A, 0, x.W/2))
		}},
	{"part of a part", "bits 1.. of bits 1.. = bits 2..",
		func(x Unknowns) bv.Value { return x.Extract(x.Extract(x.A, 1, x.W-1), 1, x.W-2) },
		func(x Unknowns) bv.Value { return x.Extract(x.A, 2, x.W-2) },
		func(x Unknowns) bv.Value { return x.Extract(x.A, 1, x.W-2) }},
	{"sign twice extended", "widening twice = widening once",
		func(x Unknowns) bv.Value {
			return x.Extend(x.Extend(x.Extract(x.A, 0, 2), 3, true), x.W, true)
		},
		func(x Unknowns) bv.Value { return x.Extend(x.Extract(x.A, 0, 2), x.W, true) },
		func(x Unknowns) bv.Value { return x.Extend(x.Extract(x.A, 0, 2), x.W, false) }},
	{"cut again", "low bits of a widened word = the word",
		func(x Unknowns) bv.Value { return x.Extract(x.Extend(x.A, x.W+4, true), 0, x.W) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.Extract(x.Extend(x.A, x.W+4, true), 1, x.W) }},

	// Choices.
	{"a choice of the same", "p ? a : a = a",
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.A) },
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.B) }},
	{"a choice turned", "!p ? a : b = p ? b : a",
		func(x Unknowns) bv.Value { return x.Select(x.Not(x.P), x.A, x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.B, x.A) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.B) }},
	{"a choice in a choice", "p ? (p ? a : b) : c = p ? a : c",
		func(x Unknowns) bv.Value { return x.Select(x.P, x.Select(x.P, x.A, x.B), x.C) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.C) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.B, x.C) }},
	{"a sum with a choice", "(p ? a : 0) + b = p ? a + b : b",
		func(x Unknowns) bv.Value { return x.add(x.Select(x.P, x.A, x.num(0)), x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.add(x.A, x.B), x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.add(x.A, x.B), x.A) }},
	{"a product with a choice", "(p ? a : 1) × 5 = p ? a × 5 : 5",
		func(x Unknowns) bv.Value { return x.mul(x.Select(x.P, x.A, x.num(1)), x.num(5)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.mul(x.A, x.num(5)), x.num(5)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.mul(x.A, x.num(5)), x.num(0)) }},
	{"sums of choices", "(p ? a : 0) + (q ? b : 0) = (q ? b : 0) + (p ? a : 0)",
		func(x Unknowns) bv.Value {
			return x.add(x.Select(x.P, x.A, x.num(0)), x.Select(x.Q, x.B, x.num(0)))
		},
		func(x Unknowns) bv.Value {
			return x.add(x.Select(x.Q, x.B, x.num(0)), x.Select(x.P, x.A, x.num(0)))
		},
		func(x Unknowns) bv.Value {
			return x.add(x.Select(x.Q, x.A, x.num(0)), x.Select(x.P, x.B, x.num(0)))
		}},
	{"a minimum with a choice", "min(p ? a : largest, b) = p ? min(a, b) : b",
		func(x Unknowns) bv.Value {
			return x.int(bv.SMin, x.Select(x.P, x.A, x.Not(x.top())), x.B)
		},
		func(x Unknowns) bv.Value { return x.Select(x.P, x.int(bv.SMin, x.A, x.B), x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.int(bv.SMin, x.A, x.B), x.Not(x.top())) }},
	{"and with a spread bit", "a & spread(p) = p ? a : 0",
		func(x Unknowns) bv.Value { return x.and(x.A, x.spread(x.P)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.num(0)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.num(0), x.A) }},
	{"or with a spread bit", "a | spread(p) = p ? ones : a",
		func(x Unknowns) bv.Value { return x.or(x.A, x.spread(x.P)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.ones(), x.A) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.ones()) }},
	{"masked choice", "a & spread(p) | b & ~spread(p) = p ? a : b",
		func(x Unknowns) bv.Value {
			m := x.spread(x.P)
			return x.or(x.and(x.A, m), x.and(x.B, x.Not(m)))
		},
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.B, x.A) }},
	{"a bit spread by its negative", "0 - p = spread(p)",
		func(x Unknowns) bv.Value { return x.sub(x.num(0), x.word(x.P)) },
		func(x Unknowns) bv.Value { return x.spread(x.P) },
		func(x Unknowns) bv.Value { return x.word(x.P) }},
	{"a bit of a word spread by its negative", "0 - (lowest bit of a) = spread(lowest bit of a)",
		func(x Unknowns) bv.Value { return x.sub(x.num(0), x.word(x.Extract(x.A, 0, 1))) },
		func(x Unknowns) bv.Value { return x.spread(x.Extract(x.A, 0, 1)) },
		func(x Unknowns) bv.Value { return x.word(x.Extract(x.A, 0, 1)) }},
	{"a sum with a spread bit", "(a + spread(lowest bit of b)) + (lowest bit of b) = a",
		func(x Unknowns) bv.Value {
			bit := x.Extract(x.B, 0, 1)
			return x.add(x.add(x.A, x.spread(bit)), x.word(bit))
		},
		func(x Unknowns) bv.Value { return x.A },
		func(x Unknowns) bv.Value { return x.add(x.A, x.B) }},
	{"a choice in parts, the lowest bit by and and or",
		"c = a < b: (c ? upper bits of a : those of b) over (c & a | !c & b) = c ? a : b",
		func(x Unknowns) bv.Value {
			c := x.Int(bv.ULt, x.A, x.B)
			lowest := func(v bv.Value) bv.Value { return x.Extract(v, 0, 1) }
			upper := func(v bv.Value) bv.Value { return x.Extract(v, 1, x.W-1) }
			bit := x.or(x.and(c, lowest(x.A)), x.and(x.Not(c), lowest(x.B)))
			return x.Concat(bit, x.Select(c, upper(x.A), upper(x.B)))
		},
		func(x Unknowns) bv.Value { return x.Select(x.Int(bv.ULt, x.A, x.B), x.A, x.B) },
		func(x Unknowns) bv.Value { return x.Select(x.Int(bv.ULt, x.A, x.B), x.B, x.A) }},
	{"a product with a bit", "a × p = p ? a : 0",
		func(x Unknowns) bv.Value { return x.mul(x.A, x.word(x.P)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.num(0)) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.num(1)) }},
	{"the part of a choice", "low half of (p ? a : b) = p ? low half of a : low half of b",
		func(x Unknowns) bv.Value { return x.Extract(x.Select(x.P, x.A, x.B), 0, x.W/2) },
		func(x Unknowns) bv.Value {
			return x.Select(x.P, x.Extract(x.A, 0, x.W/2), x.Extract(x.B, 0, x.W/2))
		},
		func(x Unknowns) bv.Value {
			return x.Select(x.P, x.Extract(x.A, 0, x.W/2), x.Extract(x.B, x.W/2, x.W/2))
		}},

	// Orders.
	{"minimum by a choice", "a < b ? a : b = min(a, b)",
		func(x Unknowns) bv.Value { return x.Select(x.int(bv.SLt, x.A, x.B), x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.SMin, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.UMin, x.A, x.B) }},
	{"maximum by a choice", "a < b ? b : a = max(a, b), unsigned",
		func(x Unknowns) bv.Value { return x.Select(x.int(bv.ULt, x.A, x.B), x.B, x.A) },
		func(x Unknowns) bv.Value { return x.int(bv.UMax, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.UMin, x.A, x.B) }},
	{"maximum by !(a < b)", "!(a < b) ? a : b = max(a, b)",
		func(x Unknowns) bv.Value { return x.Select(x.Not(x.int(bv.SLt, x.A, x.B)), x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.SMax, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.SMin, x.A, x.B) }},
	{"minimum by xor", "b ^ (a < b ? a ^ b : 0) = min(a, b)",
		func(x Unknowns) bv.Value {
			return x.xor(x.B, x.Select(x.int(bv.SLt, x.A, x.B), x.xor(x.A, x.B), x.num(0)))
		},
		func(x Unknowns) bv.Value { return x.int(bv.SMin, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.SMax, x.A, x.B) }},
	{"minima regroup and repeat", "min(min(a, b), min(c, a)) = min(c, min(b, a))",
		func(x Unknowns) bv.Value {
			return x.int(bv.UMin, x.int(bv.UMin, x.A, x.B), x.int(bv.UMin, x.C, x.A))
		},
		func(x Unknowns) bv.Value { return x.int(bv.UMin, x.C, x.int(bv.UMin, x.B, x.A)) },
		func(x Unknowns) bv.Value { return x.int(bv.UMin, x.C, x.int(bv.UMax, x.B, x.A)) }},
	{"a choice compared with what it may be", "c = p ? a : largest: c < largest ? c : largest = c",
		func(x Unknowns) bv.Value {
			largest := x.Not(x.top())
			c := x.Select(x.P, x.A, largest)
			return x.Select(x.int(bv.SLt, c, largest), c, largest)
		},
		func(x Unknowns) bv.Value { return x.Select(x.P, x.A, x.Not(x.top())) },
		func(x Unknowns) bv.Value { return x.Select(x.P, x.Not(x.top()), x.A) }},
	{"top bits of a maximum", "high half of max(a, b) = max of the high halves",
		func(x Unknowns) bv.Value { return x.Extract(x.int(bv.SMax, x.A, x.B), x.W/2, x.W/2) },
		func(x Unknowns) bv.Value {
			return x.int(bv.SMax, x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2))
		},
		func(x Unknowns) bv.Value {
			return x.int(bv.UMax, x.Extract(x.A, x.W/2, x.W/2), x.Extract(x.B, x.W/2, x.W/2))
		}},
	{"top bits of a minimum", "all but the lowest bit of min(a, b), unsigned = min of all but the lowest bits",
		func(x Unknowns) bv.Value { return x.Extract(x.int(bv.UMin, x.A, x.B), 1, x.W-1) },
		func(x Unknowns) bv.Value {
			return x.int(bv.UMin, x.Extract(x.A, 1, x.W-1), x.Extract(x.B, 1, x.W-1))
		},
		func(x Unknowns) bv.Value {
			return x.int(bv.SMin, x.Extract(x.A, 1, x.W-1), x.Extract(x.B, 1, x.W-1))
		}},
	{"nothing is below itself", "a < a = 0",
		func(x Unknowns) bv.Value { return x.int(bv.ULt, x.A, x.A) },
		func(x Unknowns) bv.Value { return x.Const(1, 0) },
		func(x Unknowns) bv.Value { return x.int(bv.ULt, x.A, x.B) }},
	{"order of extended words", "a < b, both widened with their sign = a < b, unsigned",
		func(x Unknowns) bv.Value {
			return x.int(bv.ULt, x.Extend(x.A, 2*x.W, true), x.Extend(x.B, 2*x.W, true))
		},
		func(x Unknowns) bv.Value { return x.int(bv.ULt, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.SLt, x.A, x.B) }},
	{"order by upper parts, ones below a number", "(1 over ones) < (a over b) = 1 < a",
		func(x Unknowns) bv.Value {
			return x.int(bv.SLt, x.Concat(x.Const(x.W/2, 1<<(x.W/2)-1), x.Const(x.W/2, 1)),
				x.Concat(x.Extract(x.B, 0, x.W/2), x.Extract(x.A, x.W/2, x.W/2)))
		},
		func(x Unknowns) bv.Value { return x.int(bv.SLt, x.Const(x.W/2, 1), x.Extract(x.A, x.W/2, x.W/2)) },
		func(x Unknowns) bv.Value {
			return x.Not(x.int(bv.SLt, x.Extract(x.A, x.W/2, x.W/2), x.Const(x.W/2, 1)))
		}},
	{"order by upper parts, zeros below a number", "(a over b) < (2 over zeros) = a < 2, unsigned",
		func(x Unknowns) bv.Value {
			return x.int(bv.ULt, x.Concat(x.Extract(x.B, 0, x.W/2), x.Extract(x.A, x.W/2, x.W/2)),
				x.Concat(x.Const(x.W/2, 0), x.Const(x.W/2, 2)))
		},
		func(x Unknowns) bv.Value { return x.int(bv.ULt, x.Extract(x.A, x.W/2, x.W/2), x.Const(x.W/2, 2)) },
		func(x Unknowns) bv.Value {
			return x.Not(x.int(bv.ULt, x.Const(x.W/2, 2), x.Extract(x.A, x.W/2, x.W/2)))
		}},
	{"equality by parts", "a under 1 is not b under 2",
		func(x Unknowns) bv.Value {
			under := func(a bv.Value, n uint64) bv.Value { return x.Concat(x.Extract(a, 0, x.W-2), x.Const(2, n)) }
			return x.int(bv.Eq, under(x.A, 1), under(x.B, 2))
		},
		func(x Unknowns) bv.Value { return x.Const(1, 0) },
		func(x Unknowns) bv.Value { return x.int(bv.Eq, x.A, x.B) }},
	{"equality turns", "(a == b) = (b == a)",
		func(x Unknowns) bv.Value { return x.int(bv.Eq, x.A, x.B) },
		func(x Unknowns) bv.Value { return x.int(bv.Eq, x.B, x.A) },
		func(x Unknowns) bv.Value { return x.int(bv.Eq, x.B, x.C) }},
	{"order of complements", "~a < ~b = b < a",
		func(x Unknowns) bv.Value { return x.int(bv.SLt, x.Not(x.A), x.Not(x.B)) },
		func(x Unknowns) bv.Value { return x.int(bv.SLt, x.B, x.A) },
		func(x Unknowns) bv.Value { return x.int(bv.SLt, x.A, x.B) }},
}
