// Package golangci makes the analyzer of package emitted a module plugin of golangci-lint. docs/ci.md
// has the configuration.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/shflgen/shflgen/analysis/emitted"
)

func init() { register.Plugin(emitted.Analyzer.Name, New) }

// New is the plugin. It takes no settings.
func New(any) (register.LinterPlugin, error) { return plugin{}, nil }

type plugin struct{}

// BuildAnalyzers is the one analyzer.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{emitted.Analyzer}, nil
}

// GetLoadMode says that the analyzer needs no types.
func (plugin) GetLoadMode() string { return register.LoadModeSyntax }
