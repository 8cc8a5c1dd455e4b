package cuda

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/templates"
)

var hostTmpl = template.Must(template.ParseFS(templates.FS, "launcher*.cu.tmpl", "parts.cu.tmpl",
	"scanlauncher.cu.tmpl"))

// passed are the parameters of a kernel, but for the workspace, which is the launcher's; and the addresses of all.
func passed(kernel function) (declares, addresses string) {
	var declared, at []string
	for _, p := range kernel.Params {
		if p.name != "workspace" {
			declared = append(declared, strings.ReplaceAll(p.declare, "__restrict__ ", ""))
		}
		at = append(at, "(void *)&"+p.name)
	}
	return strings.Join(declared, ", "), strings.Join(at, ", ")
}

// host are the functions of C++ that launch a scan: the workspace depends on the longest array.
func (g *gridScan) host(kernel function) string {
	if !g.of.Launcher {
		return ""
	}
	nodes := "tiles"
	for level := 1; level < g.Levels; level++ {
		nodes += fmt.Sprintf(" + (tiles >> %d)", 5*level)
	}
	declares, addresses := passed(kernel)
	var out bytes.Buffer
	if err := hostTmpl.ExecuteTemplate(&out, "scanlauncher.cu.tmpl", map[string]any{
		"Name": g.name, "Threads": g.Threads(), "Tile": g.Tile(), "Nodes": nodes,
		"Header": 8 * spec.GridHeader, "Node": 8 * 2 * g.of.ScanWords(),
		"Declares": declares, "Addresses": addresses,
	}); err != nil {
		g.report("scanlauncher.cu.tmpl: %v", err)
	}
	return strings.TrimSpace(out.String())
}

// host are functions of C++ for the host. Of parts: how an array is cut. Of a launcher: functions that launch
// the kernel, whose shape is from the device, and whose errors say which call failed and what to do.
func (g *grids) host(kernel function) string {
	declares, addresses := passed(kernel)
	values := map[string]any{
		"Name": g.name, "Threads": g.Threads, "Chunks": g.Chunks, "Workspace": g.workspace(),
		"Round": g.Accumulators(), "Rounds": g.Rounds, "Alone": g.Alone,
		"Least":    g.Accumulators() * g.Rounds, // elements of a chunk
		"Declares": declares, "Addresses": addresses,
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

// Data that passes once is loaded and stored as such (.cs, PTX ISA "Cache Operators"): the caches then drop it first.

// streamed are the parts of an instruction that loads or stores words of so many bits: the end of its opcode, the
// words, and what they are in C++. The mode of words that are loaded is "=".
func streamed(bits int, words []string, mode string) (suffix, slots, operands string) {
	constraint := map[int]string{16: "h", 32: "r", 64: "l"}[bits]
	var of, all []string
	for i, word := range words {
		of = append(of, fmt.Sprintf("%%%d", i))
		all = append(all, fmt.Sprintf(`"%s%s"(%s)`, mode, constraint, word))
	}
	suffix, slots = fmt.Sprintf("u%d", bits), of[0]
	if len(of) > 1 {
		suffix, slots = fmt.Sprintf("v%d.%s", len(of), suffix), "{"+strings.Join(of, ", ")+"}"
	}
	return suffix, slots, strings.Join(all, ", ")
}

// loadStreamed is the statement that loads words. Data that no thread writes (.nc) may be loaded at any time: the
// compiler then moves loads as it moves its own.
func loadStreamed(bits int, words []string, from string, written bool) string {
	suffix, slots, to := streamed(bits, words, "=")
	asm, op, after := "asm", "ld.global.cs.nc", ""
	if written {
		asm, op, after = "asm volatile", "ld.global.cs", ` : "memory"`
	}
	return fmt.Sprintf(`%s("%s.%s %s, [%%%d];" : %s : "l"(%s)%s);`, asm, op, suffix, slots, len(words), to, from, after)
}
