package kernels

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// form is something that kernels compute of a set of elements.
type form struct {
	text      string // with %s for the elements
	each      bool   // a result for each element; else one
	inputs    int
	rounds    bool // results on numbers are compared but for their rounding
	of        func(e *env) []bv.Value
	join      func(e *env, a, b bv.Value) bv.Value // combines two results; nil: nothing does
	weights   bool                                 // the inputs after the first have one number a column, or a channel
	mask      bool                                 // the second input says which elements count
	index     bool                                 // the result is the number of an element
	whole     bool                                 // that is its number in the array, not in the set
	exponents bool                                 // exponentials of the elements take part
	counts    bool                                 // the result is an integer, of elements of any type
	class     bool                                 // the result depends on the element of the row's class
}

// joined is what was there and a result.
func (f form) joined(e *env, was, v bv.Value) bv.Value { return f.join(e, was, v) }

// takes reports whether the results may be added to what was there, or take its place.
func (f form) takes(added bool) bool { return !added || !f.each && f.join != nil }

// joining is a form with results that atomic operations combine.
func joining(f form, join func(e *env, a, b bv.Value) bv.Value) form {
	f.join = join
	return f
}

// one is a form with one result.
func one(text string, inputs int, rounds bool, of func(e *env) bv.Value) form {
	return form{text: text, inputs: inputs, rounds: rounds, of: func(e *env) []bv.Value { return []bv.Value{of(e)} }}
}

// each is a form with a result for each element.
func each(text string, inputs int, rounds bool, of func(e *env) []bv.Value) form {
	return form{text: text, each: true, inputs: inputs, rounds: rounds, of: of}
}

// weighted is a form with a result for each element, and with weights.
func weighted(text string, inputs int, of func(e *env) []bv.Value) form {
	f := each(text, inputs, true, of)
	f.weights = true
	return f
}

// winner is a form with the number of an element: a set without elements has none.
func winner(text string, of func(e *env) bv.Value) form {
	f := one(text, 1, false, func(e *env) bv.Value {
		if len(e.x) == 0 {
			e.limit(ofNone)
			return unspecified{}
		}
		return of(e)
	})
	f.index = true
	return f
}

// inArray is a winner with its number in the array.
func inArray(f form) form {
	f.whole = true
	return f
}

// classified is a form of a row and of its class.
func classified(text string, of func(e *env) bv.Value) form {
	f := one(text, 1, true, of)
	f.class = true
	return f
}

// exponential is a form with exponentials of the elements.
func exponential(f form) form {
	f.exponents = true
	return f
}

// masked is a form of the elements that count.
func masked(f form) form {
	f.mask = true
	return f
}

// forms are all, the likelier first.
var forms = []form{
	joining(one("the sum", 1, false, func(e *env) bv.Value { return e.sum(e.x) }), (*env).add),
	joining(one("the maximum", 1, false, func(e *env) bv.Value { return e.extremum(e.x, true) }), (*env).greater),
	joining(one("the minimum", 1, false, func(e *env) bv.Value { return e.extremum(e.x, false) }), (*env).less),
	joining(one("the mean", 1, true, func(e *env) bv.Value { return e.mean(e.x) }), (*env).add),
	joining(one("the sum of squares", 1, true, func(e *env) bv.Value { return e.sum(e.squares(e.x)) }), (*env).add),
	one("the mean of squares", 1, true, func(e *env) bv.Value { return e.mean(e.squares(e.x)) }),
	one("the L2 norm", 1, true, func(e *env) bv.Value { return e.root(e.sum(e.squares(e.x))) }),
	joining(one("the sum of absolute values", 1, false, func(e *env) bv.Value {
		return e.sum(e.each(e.abs, e.x))
	}), (*env).add),
	one("the greatest absolute value", 1, false, func(e *env) bv.Value {
		return e.fold(e.each(e.abs, e.x), []bv.Value{nil, e.number(0)}[e.pick(2)], e.greater)
	}),
	one("the product", 1, true, func(e *env) bv.Value { return e.fold(e.x, nil, e.mul) }),
	joining(one("the dot product", 2, true, func(e *env) bv.Value { return e.sum(e.pairs(e.mul, e.x, e.y)) }), (*env).add),
	joining(form{text: "the weighted sum", inputs: 2, rounds: true, weights: true, of: func(e *env) []bv.Value {
		return []bv.Value{e.sum(e.pairs(e.mul, e.x, e.y))}
	}}, (*env).add),
	joining(one("the sum of squared differences", 2, true, func(e *env) bv.Value {
		return e.sum(e.squares(e.pairs(e.sub, e.x, e.y)))
	}), (*env).add),
	joining(one("the mean of squared differences", 2, true, func(e *env) bv.Value {
		return e.mean(e.squares(e.pairs(e.sub, e.x, e.y)))
	}), (*env).add),
	joining(one("the sum of absolute differences", 2, false, func(e *env) bv.Value {
		return e.sum(e.each(e.abs, e.pairs(e.sub, e.x, e.y)))
	}), (*env).add),
	one("the cross entropy of probabilities", 2, true, func(e *env) bv.Value {
		p, y := e.x, e.y
		if e.pick(2) == 1 {
			p, y = y, p
		}
		log := e.oneOf("logf", "__logf")
		logs := e.each(func(v bv.Value) bv.Value { return e.neg(log(e.epsilon(v))) }, p)
		return e.sum(e.pairs(e.mul, y, logs))
	}),
	exponential(one("the log of the sum of exponentials", 1, true, logSumExp)),
	one("the variance", 1, true, func(e *env) bv.Value { v, _ := e.variance(); return v }),
	one("the root of the mean of squares", 1, true, func(e *env) bv.Value {
		return e.root(e.mean(e.squares(e.x)))
	}),
	one("the inverse root of the mean of squares", 1, true, func(e *env) bv.Value {
		return e.inverseRoot(e.epsilon(e.mean(e.squares(e.x))))
	}),
	one("the inverse of the standard deviation", 1, true, func(e *env) bv.Value {
		v, _ := e.variance()
		return e.inverseRoot(e.epsilon(v))
	}),

	exponential(each("the softmax", 1, true, softmax)),
	exponential(each("the log-softmax", 1, true, logSoftmax)),
	each("the RMS norm", 1, true, func(e *env) []bv.Value { return e.scaled(e.x, e.inverseRMS()) }),
	weighted("the RMS norm with weights", 2, func(e *env) []bv.Value {
		return e.pairs(e.mul, e.scaled(e.x, e.inverseRMS()), e.y)
	}),
	each("the layer norm", 1, true, func(e *env) []bv.Value { return e.layerNorm() }),
	weighted("the layer norm with weights", 2, func(e *env) []bv.Value {
		return e.pairs(e.mul, e.layerNorm(), e.y)
	}),
	weighted("the layer norm with weights and bias", 3, func(e *env) []bv.Value {
		return e.pairs(e.add, e.pairs(e.mul, e.layerNorm(), e.y), e.z)
	}),
	each("the elements divided by their L2 norm", 1, true, func(e *env) []bv.Value {
		return e.scaled(e.x, e.inverseRoot(e.epsilon(e.sum(e.squares(e.x)))))
	}),
	each("the elements divided by the sum of absolute values", 1, true, func(e *env) []bv.Value {
		return e.scaled(e.x, e.over(e.number(1), e.epsilon(e.sum(e.each(e.abs, e.x)))))
	}),
	each("the elements divided by the mean of absolute values", 1, true, func(e *env) []bv.Value {
		return e.scaled(e.x, e.over(e.number(1), e.epsilon(e.mean(e.each(e.abs, e.x)))))
	}),
	each("the elements less their mean", 1, true, func(e *env) []bv.Value {
		m := e.neg(e.mean(e.x))
		return e.each(func(v bv.Value) bv.Value { return e.add(v, m) }, e.x)
	}),
	each("the inclusive scan by sum", 1, false, func(e *env) []bv.Value { return e.scan(nil, e.add) }),
	each("the exclusive scan by sum", 1, false, func(e *env) []bv.Value { return e.scan(e.number(0), e.add) }),
	each("the inclusive scan by product", 1, true, func(e *env) []bv.Value { return e.scan(nil, e.mul) }),
	each("the inclusive scan by maximum", 1, false, func(e *env) []bv.Value { return e.scan(nil, e.greater) }),
	masked(each("the inclusive scan by sum, where the next input is not 0,", 2, false, func(e *env) []bv.Value {
		kept := *e
		kept.x = nil
		for i, v := range e.x {
			out := e.d.Int(bv.Eq, e.y[i], e.d.Const(e.y[i].Width(), 0))
			kept.x = append(kept.x, e.d.Select(out, e.number(0), v))
		}
		return kept.scan(nil, e.add)
	})),
	winner(greatestNumber, func(e *env) bv.Value { return e.winner(false) }),
	winner(leastNumber, func(e *env) bv.Value { return e.winner(true) }),
	inArray(winner(greatestNumber, func(e *env) bv.Value { return e.winner(false) })),
	inArray(winner(leastNumber, func(e *env) bv.Value { return e.winner(true) })),
	exponential(classified("the cross entropy", func(e *env) bv.Value { return e.sub(logSumExp(e), e.class) })),
	classified("the negative log of an element", func(e *env) bv.Value {
		return e.neg(e.oneOf("logf", "__logf")(e.class))
	}),
	each("the inclusive scan by sum from the end", 1, false, func(e *env) []bv.Value {
		turned := *e
		turned.x = reversed(e.x)
		return reversed(turned.scan(nil, e.add))
	}),
}

const (
	greatestNumber = "the least number of a greatest element"
	leastNumber    = "the least number of a least element"
)

// unspecified is a result that may be anything.
type unspecified struct{}

// Width is that of no value.
func (unspecified) Width() int { return 0 }

// greater is the greater of two elements.
func (e *env) greater(a, b bv.Value) bv.Value {
	one := env{d: e.d, t: e.t}
	return one.extremum([]bv.Value{a, b}, true)
}

// less is the lesser of two elements.
func (e *env) less(a, b bv.Value) bv.Value {
	one := env{d: e.d, t: e.t}
	return one.extremum([]bv.Value{a, b}, false)
}

// winner is the first of the least elements, or of the greatest ones.
func (e *env) winner(least bool) bv.Value {
	if t, ok := e.d.(*terms); ok && t.pairs > 0 {
		return e.firstPair(t)
	}
	index := func(i int) bv.Value { return e.d.Const(e.out.Bits(), uint64(e.numbers[i])) }
	best, at := e.x[0], index(0)
	for i, v := range e.x[1:] {
		a, b := best, v
		if least {
			a, b = v, best
		}
		better := e.lesser(a, b)
		best, at = e.d.Select(better, v, best), e.d.Select(better, index(i+1), at)
	}
	return at
}

// firstToken is that of the first of all pairs.
func (e *env) firstToken(t *terms) bv.Value {
	first := t.Pair(e.x[0], uint64(e.numbers[0]))
	for i, v := range e.x[1:] {
		first = t.Int(bv.UMin, first, t.Pair(v, uint64(e.numbers[i+1])))
	}
	return first
}

// firstPair is winner where elements are pairs with their numbers.
func (e *env) firstPair(t *terms) bv.Value {
	return t.Extend(t.PairSlot(e.firstToken(t)), e.out.Bits(), true)
}

// lesser is 1 where a is less than b.
func (e *env) lesser(a, b bv.Value) bv.Value {
	switch e.t.Class() {
	case spec.Float:
		return e.d.Float(bv.FLt, e.format(), a, b)
	case spec.Signed:
		return e.d.Int(bv.SLt, a, b)
	}
	return e.d.Int(bv.ULt, a, b)
}

func (e *env) scan(before bv.Value, op func(a, b bv.Value) bv.Value) (all []bv.Value) {
	exclusive := before != nil
	for _, v := range e.x {
		if exclusive {
			all = append(all, before)
		}
		if before == nil {
			before = v
		} else {
			before = op(before, v)
		}
		if !exclusive {
			all = append(all, before)
		}
	}
	return all
}

func reversed(all []bv.Value) (turned []bv.Value) {
	for i := range all {
		turned = append(turned, all[len(all)-1-i])
	}
	return turned
}

// exponentials are those of the elements less their maximum, which comes beside them.
func (e *env) exponentials() (all []bv.Value, most bv.Value) {
	if !e.shifted && e.pick(2) == 1 {
		e.limit(unshifted)
		exp := e.oneOf("expf", "__expf")
		return e.each(func(v bv.Value) bv.Value { return exp(v) }, e.x), e.number(0)
	}
	most = e.extremum(e.x, true)
	exp := e.oneOf("expf", "__expf")
	return e.each(func(v bv.Value) bv.Value { return exp(e.sub(v, most)) }, e.x), most
}

func softmax(e *env) []bv.Value {
	all, _ := e.exponentials()
	return e.scaled(all, e.over(e.number(1), e.sum(all)))
}

func logSumExp(e *env) bv.Value {
	all, most := e.exponentials()
	return e.add(e.oneOf("logf", "__logf")(e.sum(all)), most)
}

func logSoftmax(e *env) []bv.Value {
	all, most := e.exponentials()
	log := e.oneOf("logf", "__logf")(e.sum(all))
	return e.each(func(v bv.Value) bv.Value { return e.sub(e.sub(v, most), log) }, e.x)
}

func (e *env) scaled(of []bv.Value, by bv.Value) []bv.Value {
	return e.each(func(v bv.Value) bv.Value { return e.mul(v, by) }, of)
}

func (e *env) inverseRMS() bv.Value {
	return e.inverseRoot(e.epsilon(e.mean(e.squares(e.x))))
}

// variance is that of the elements, and their mean.
func (e *env) variance() (v, mean bv.Value) {
	mean = e.mean(e.x)
	return e.mean(e.squares(e.each(func(v bv.Value) bv.Value { return e.sub(v, mean) }, e.x))), mean
}

func (e *env) layerNorm() []bv.Value {
	v, mean := e.variance()
	r := e.inverseRoot(e.epsilon(v))
	return e.each(func(v bv.Value) bv.Value { return e.mul(e.sub(v, mean), r) }, e.x)
}
