// Package templates holds texts of the CUDA target that stand around networks: the overloads of headers, and functions
// of the host that launch kernels.
package templates

import (
	"embed"
	"strings"
)

// FS holds the templates of headers by file name. They are for package text/template.
//
//go:embed calls.cu.tmpl bodies.cu.tmpl
var FS embed.FS

//go:embed launcher.cu.tmpl
var launcher string

//go:embed scanlauncher.cu.tmpl
var scanLauncher string

//go:embed parts.cu.tmpl
var parts string

//go:embed launcherended.cu.tmpl
var ended string

//go:embed launcherstatus.cu.tmpl
var status string

// Functions of the host: {{.Name}} stands for a value of that name.
var (
	Launcher     = whole(launcher)     // of a reduction of an array
	ScanLauncher = whole(scanLauncher) // of a scan of an array
	Parts        = whole(parts)        // for an array that is spread over devices
)

// whole is a text with those that launchers share.
func whole(text string) string {
	return strings.TrimSpace(strings.NewReplacer("{{.Ended}}", ended, "{{.Status}}", status).Replace(text))
}
