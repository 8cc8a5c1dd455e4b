package projects_test

import (
	"strings"
	"testing"
)

// TestMakefile: make generates the header once, and again when the list of functions has changed; its
// check fails if the header was edited.
func TestMakefile(t *testing.T) {
	needs(t, "make")
	p := newProject(t, "ci/Makefile", "cmake/shflgen.yaml")
	if out := p.must(t, "make"); !strings.Contains(out, "-config shflgen.yaml") {
		t.Errorf("%s", out)
	}
	p.must(t, "make", "check")
	if out := p.must(t, "make"); !strings.Contains(out, "up to date") {
		t.Errorf("the second run: %s", out)
	}
	p.must(t, "touch", "-d", "+1 minute", "shflgen.yaml")
	if out := p.must(t, "make"); !strings.Contains(out, "-config shflgen.yaml") {
		t.Errorf("after a change: %s", out)
	}
	p.edit(t, "warp.cuh", "Distance 1", "Distance 2")
	if out, err := p.run("make", "check"); err == nil || !strings.Contains(out, "warp.cuh is missing or stale") {
		t.Errorf("an edited header: %v\n%s", err, out)
	}
}
