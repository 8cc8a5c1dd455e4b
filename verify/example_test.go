package verify_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// A file is proved as it lies on disk, against the spec in its header.
func ExampleProve() {
	subject, err := verify.ReadSubject("../generated/xor_reduce_sum_int32_w16.go")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := verify.Prove(context.Background(), subject, verify.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Func, "is", report.Verdict, "for", report.Masks)
	// Output: XorReduceSumInt32W16 is proved for all 2^32 masks and all inputs
}

// A function that is wrong is refuted, with an input on which it was seen to be wrong.
func ExampleProve_refuted() {
	subject, err := verify.ReadSubject("../generated/xor_reduce_sum_int32_w16.go")
	if err != nil {
		fmt.Println(err)
		return
	}
	subject.Src = []byte(strings.Replace(string(subject.Src), "in2 + in3", "in2 - in3", 1))
	report, err := verify.Prove(context.Background(), subject, verify.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Verdict, report.Counterexample != nil)
	// Output: refuted true
}

// A function of one's own is proved against a spec, and the report names the laws that make
// both the same.
func ExampleProve_own() {
	s, err := spec.ParseArgs(strings.Fields("-pattern down-reduce -width 4 -mask full -name Total"))
	if err != nil {
		fmt.Println(err)
		return
	}
	const src = `package sums

func Total(v *[32]int32) {
	for lane := 0; lane < 32; lane += 4 {
		v[lane] += v[lane+3] + v[lane+2] + v[lane+1]
	}
}
`
	subject := verify.Subject{Path: "sums.go", Src: []byte(src)}
	report, err := verify.Prove(context.Background(), subject, verify.Options{Spec: &s, Alone: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Func, "is", report.Verdict, "by", strings.Join(report.Laws(), " and "))
	// Output: Total is proved by associativity and commutativity
}
