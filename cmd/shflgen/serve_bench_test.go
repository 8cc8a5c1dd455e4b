package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/serve"
)

// ofCorpus are requests for the functions of a warp in the corpus, by clang.
func ofCorpus(b *testing.B, task string) (requests []serve.Request) {
	const corpus = "../../corpus"
	var index []struct {
		ID, File, Function, Spec, Call, Compiler, Launch string
	}
	text, err := os.ReadFile(filepath.Join(corpus, "index.json"))
	if err == nil {
		err = json.Unmarshal(text, &index)
	}
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range index {
		if f.Spec == "" || f.Compiler == "nvcc" || !strings.Contains(f.Launch, "lanes of a warp") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(corpus, f.File))
		if err != nil {
			b.Fatal(err)
		}
		id, _ := json.Marshal(f.ID)
		r := serve.Request{ID: id, Task: task, Source: string(src), Functions: []string{f.Function},
			Flags: []string{"-compiler", "clang"}}
		if task == serve.Prove {
			r.Spec, r.Call = f.Spec, f.Call
		}
		requests = append(requests, r)
	}
	return requests
}

// BenchmarkServe reports the median time in which a warm worker answers a request for a function of a warp.
func BenchmarkServe(b *testing.B) {
	for _, task := range []string{serve.Prove, serve.Audit} {
		b.Run(task, func(b *testing.B) {
			var in, out bytes.Buffer
			for _, r := range ofCorpus(b, task) {
				if err := json.NewEncoder(&in).Encode(r); err != nil {
					b.Fatal(err)
				}
			}
			lines := in.Bytes()
			var all []float64
			for b.Loop() {
				args := []string{"-workers", "1"}
				s, err := parseServe(args)
				out.Reset()
				if err != nil || s.serve(context.Background(), args, bytes.NewReader(lines), &out) != nil {
					b.Fatal(err)
				}
				for dec := json.NewDecoder(&out); dec.More(); {
					var a serve.Answer
					if err := dec.Decode(&a); err != nil || a.Verdict == serve.Failed {
						b.Fatal(a.Text, err)
					}
					if testing.Verbose() {
						fmt.Printf("%8.1f ms %s %s %s\n", a.MS, a.ID, a.Verdict, a.Kind)
					}
					all = append(all, a.MS)
				}
			}
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2], "p50-ms")
			b.ReportMetric(all[len(all)*9/10], "p90-ms")
			b.ReportMetric(float64(len(all)), "answers")
		})
	}
}
