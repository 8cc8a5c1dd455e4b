package cuda

import (
	"bytes"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen/templates"
)

var hostTmpl = template.Must(template.ParseFS(templates.FS, "launcher.cu.tmpl", "parts.cu.tmpl"))

// host are functions of C++ for the host. Of parts: how an array is cut. Of a launcher: functions that launch
// the kernel, whose shape is from the device, and whose errors say which call failed and what to do.
func (g *grids) host(kernel function) string {
	var declares, addresses []string
	for _, p := range kernel.Params {
		if p.name != "workspace" { // which is the launcher's
			declares = append(declares, strings.ReplaceAll(p.declare, "__restrict__ ", ""))
		}
		addresses = append(addresses, "(void *)&"+p.name)
	}
	values := map[string]any{
		"Name": g.name, "Threads": g.Threads, "Chunks": g.Chunks, "Workspace": g.workspace(),
		"Round": g.Accumulators(), "Rounds": g.Rounds, "Alone": g.Alone,
		"Least":    g.Accumulators() * g.Rounds, // elements of a chunk
		"Declares": strings.Join(declares, ", "), "Addresses": strings.Join(addresses, ", "),
	}
	var texts []string
	for _, text := range []struct {
		wanted bool
		name   string
	}{{g.of.Parts, "parts.cu.tmpl"}, {g.of.Launcher, "launcher.cu.tmpl"}} {
		if !text.wanted {
			continue
		}
		var out bytes.Buffer
		if err := hostTmpl.ExecuteTemplate(&out, text.name, values); err != nil {
			g.report("%s: %v", text.name, err)
		}
		texts = append(texts, strings.TrimSpace(out.String()))
	}
	return strings.Join(texts, "\n\n")
}
