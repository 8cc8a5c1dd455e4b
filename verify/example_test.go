package verify_test

import (
	"context"
	"fmt"
	"strings"

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
