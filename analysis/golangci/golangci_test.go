package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/shflgen/shflgen/analysis/emitted"
	_ "github.com/shflgen/shflgen/analysis/golangci"
)

// TestRegistered: golangci-lint finds the analyzer by the name that docs/ci.md configures.
func TestRegistered(t *testing.T) {
	made, err := register.GetPlugin("shflgen")
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := made(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := plugin.BuildAnalyzers()
	if err != nil || len(all) != 1 || all[0] != emitted.Analyzer {
		t.Errorf("%v, %v", all, err)
	}
	if mode := plugin.GetLoadMode(); mode != register.LoadModeSyntax {
		t.Errorf("loads by %q", mode)
	}
}
