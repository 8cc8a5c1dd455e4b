package catalogue

import (
	"iter"
	"reflect"

	"github.com/shflgen/shflgen/spec"
)

// Pairs is the part of specs in which every two values of two flags that occur together with a
// pattern still do: each spec that has such a pair for the first time, and of the others every
// rest-th. Nearly all that emitted code depends on is decided by a pattern and one or two other
// flags; a cross product of six flags repeats each of these decisions thousands of times.
func Pairs(specs iter.Seq[spec.Spec], rest int) iter.Seq[spec.Spec] {
	return func(yield func(spec.Spec) bool) {
		varying := varyingFields(specs)
		seen := map[pair]bool{}
		others := 0
		for s := range specs {
			if !addPairs(seen, s, varying[s.Pattern]) {
				if others++; others%rest != 0 {
					continue
				}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// pair is the values of two fields of a spec, by the fields' numbers.
type pair struct {
	pattern spec.Pattern
	field1  int
	field2  int
	value1  any
	value2  any
}

// addPairs adds the pairs of a spec and reports whether one of them is new.
func addPairs(seen map[pair]bool, s spec.Spec, fields []int) bool {
	before := len(seen)
	seen[pair{pattern: s.Pattern, field1: -1}] = true // of a pattern with one spec
	values := leaves(reflect.ValueOf(s))
	for i, f := range fields {
		first := values[f].Interface()
		for _, g := range fields[i:] {
			seen[pair{s.Pattern, f, g, first, values[g].Interface()}] = true
		}
	}
	return len(seen) > before
}

// varyingFields are, of each pattern, the fields of a spec that have more than one value.
func varyingFields(specs iter.Seq[spec.Spec]) map[spec.Pattern][]int {
	firsts := map[spec.Pattern][]reflect.Value{}
	varies := map[spec.Pattern][]bool{}
	for s := range specs {
		values := leaves(reflect.ValueOf(s))
		first, ok := firsts[s.Pattern]
		if !ok {
			firsts[s.Pattern], varies[s.Pattern] = values, make([]bool, len(values))
			continue
		}
		for f, value := range values {
			if !varies[s.Pattern][f] && !value.Equal(first[f]) {
				varies[s.Pattern][f] = true
			}
		}
	}
	fields := map[spec.Pattern][]int{}
	for p, of := range varies {
		for f, v := range of {
			if v {
				fields[p] = append(fields[p], f)
			}
		}
	}
	return fields
}

// leaves are the values of a spec that are no structs: as many for all specs of a pattern.
func leaves(v reflect.Value) []reflect.Value {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return []reflect.Value{v}
	}
	var all []reflect.Value
	for i := range v.NumField() {
		all = append(all, leaves(v.Field(i))...)
	}
	return all
}
