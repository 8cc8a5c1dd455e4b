package draw

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// Sizes in pixels.
const (
	pitch  = 26 // from lane to lane
	radius = 9
	rise   = 62 // from row to row
	left   = 24
	top    = 64
	column = 268 // of titles, at the right
	gap    = 8   // between segments
)

// style has the colours, for light pages and for dark ones.
const style = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328; }
    .title { font-size: 15px; font-weight: 600; }
    .small { font-size: 10px; text-anchor: middle; }
    .cost { fill: #59636e; }
    .band { fill: #f3f5f8; }
    .read, .joined { fill: none; stroke: #1f6feb; stroke-width: 1.4; }
    .own { stroke: #8c959f; }
    .unused { stroke: #c8cdd3; stroke-dasharray: 2 3; }
    .head { fill: #1f6feb; }
    circle { fill: #cfe4ff; stroke: #1f6feb; stroke-width: 1.2; }
    circle.absent, circle.idle { fill: #ffffff; stroke: #c8cdd3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .cost { fill: #9198a1; }
      .band { fill: #161b22; }
      .read, .joined { stroke: #58a6ff; }
      .head { fill: #58a6ff; }
      .own { stroke: #6e7681; }
      .unused { stroke: #3d444d; }
      circle { fill: #14396b; stroke: #58a6ff; }
      circle.absent, circle.idle { fill: #0d1117; stroke: #3d444d; }
    }
`

// Mark starts the file of every figure.
const Mark = "<!-- Drawn by shflgen"

// SVG is the figure as a document of its own, readable on light and dark pages.
func (f Figure) SVG() []byte {
	var b bytes.Buffer
	lanes := len(f.Rows[0].Lanes)
	width := f.x(lanes-1) + left + column
	height := top + (len(f.Rows)-1)*rise + 40
	fmt.Fprintf(&b, "%s. -->\n", Mark)
	fmt.Fprintf(&b, "<svg xmlns=%q viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=%s>\n",
		"http://www.w3.org/2000/svg", width, height, width, height, quoted(f.Title))
	fmt.Fprintf(&b, "  <style>%s  </style>\n", style)
	fmt.Fprintf(&b, "  <marker id=\"head\" markerUnits=\"userSpaceOnUse\" orient=\"auto\" markerWidth=\"%d\" "+
		"markerHeight=\"8\" refX=\"%d\" refY=\"4\"><path class=\"head\" d=\"M0 1L7 4L0 7z\"/></marker>\n", 8+radius, 7+radius)
	fmt.Fprintf(&b, "  <text class=\"title\" x=\"%d\" y=\"22\">%s</text>\n", left-radius, html.EscapeString(f.Title))
	for base := 0; base+f.Width <= lanes; base += f.Width { // lanes past the last whole segment lie on none
		if f.Hidden.Has(base) {
			continue
		}
		last := base + f.Width - 1
		fmt.Fprintf(&b, "  <rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
			f.x(base)-radius-3, top-30, f.x(last)-f.x(base)+2*radius+6, height-top+24)
	}
	for _, lane := range f.columns() {
		fmt.Fprintf(&b, "  <text class=\"small\" x=\"%d\" y=\"%d\">%d</text>\n", f.x(lane), top-16, lane)
	}
	for i, r := range f.Rows {
		f.reads(&b, i, r)
	}
	for i, r := range f.Rows {
		f.dots(&b, i, r)
		f.words(&b, i, r, f.x(lanes-1)+left)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// x is the place of a lane, y that of a row. Lanes without a column are all in one place.
func (f Figure) x(lane int) int {
	switch h := f.Hidden; {
	case h.Has(lane):
		return f.x(h.From-1) + pitch + gap
	case h.To > 0 && lane >= h.To:
		return f.x(h.From-1) + 2*(pitch+gap) + (lane-h.To)*pitch // they are one segment
	}
	return left + lane*pitch + lane/f.Width*gap
}
func y(row int) int { return top + row*rise }

// reads draws what the lanes read in a row: first what no result depends on.
func (f Figure) reads(b *bytes.Buffer, i int, r Row) {
	if i == 0 {
		return
	}
	for _, needed := range []bool{false, true} {
		class := map[bool]string{false: `"unused"`, true: `"read" marker-end="url(#head)"`}[needed]
		for _, read := range r.Reads {
			if read.Needed == needed && !f.Hidden.Has(read.To) {
				fmt.Fprintf(b, "  <line class=%s x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", class, f.x(read.From), y(read.After),
					f.x(read.To), y(i))
			}
		}
	}
	for _, lane := range f.columns() {
		if l := r.Lanes[lane]; l.Keeps && !l.Absent {
			fmt.Fprintf(b, "  <line class=\"own\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", f.x(lane), y(i-1), f.x(lane),
				y(i))
		}
	}
	if !r.Joined {
		return
	}
	// A bar in the middle, which every lane enters and leaves.
	middle := y(i) - rise/2
	for base := 0; base < len(r.Lanes); base += f.Width {
		if f.Hidden.Has(base) {
			continue
		}
		last := min(base+f.Width, len(r.Lanes)) - 1
		fmt.Fprintf(b, "  <path class=\"joined\" d=\"M%d %dH%d\"/>\n", f.x(base), middle, f.x(last))
	}
	for _, lane := range f.columns() {
		fmt.Fprintf(b, "  <line class=\"read\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", f.x(lane), y(i-1), f.x(lane),
			y(i))
	}
}

// dots draws the lanes after a row.
func (f Figure) dots(b *bytes.Buffer, i int, r Row) {
	if h := f.Hidden; h.To > 0 {
		fmt.Fprintf(b, "  <text class=\"small\" x=\"%d\" y=\"%d\">…<title>%ss %d to %d</title></text>\n",
			f.x(h.From), y(i)+4, f.Each, h.From, h.To-1)
	}
	for _, lane := range f.columns() {
		l, class, size := r.Lanes[lane], "", radius
		switch {
		case l.Absent && i > 0: // it makes no call
			class, size = ` class="absent"`, 2
		case l.Absent:
			class = ` class="absent"`
		case !l.Live:
			class = ` class="idle"`
		}
		note := l.Note
		if note == "" {
			note = fmt.Sprintf("%s %d", f.Each, lane)
		}
		fmt.Fprintf(b, "  <circle%s cx=\"%d\" cy=\"%d\" r=\"%d\"><title>%s</title></circle>\n", class, f.x(lane), y(i), size,
			html.EscapeString(note))
		if l.Label != "" && l.Shown && !l.Absent {
			fmt.Fprintf(b, "  <text class=\"small\" x=\"%d\" y=\"%d\">%s</text>\n", f.x(lane), y(i)+4,
				html.EscapeString(l.Label))
		}
	}
}

// words writes the title and the cost of a row beside it.
func (f Figure) words(b *bytes.Buffer, i int, r Row, x int) {
	lines := wrapped(r.Title, 42)
	class := make([]string, len(lines))
	if r.Cost != "" {
		lines, class = append(lines, r.Cost), append(class, ` class="cost"`)
	}
	for n, line := range lines {
		fmt.Fprintf(b, "  <text%s x=\"%d\" y=\"%d\">%s</text>\n", class[n], x, y(i)-rise/2+15*n+10-5*len(lines)+rise/4,
			html.EscapeString(line))
	}
}

// wrapped cuts a text into lines of at most so many letters.
func wrapped(text string, most int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && len(lines[n-1])+1+len(word) <= most {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func quoted(text string) string { return `"` + html.EscapeString(text) + `"` }
