package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// Sizes are in pixels.
const (
	left, middle, right = 440, 560, 60 // widths of the labels, the bars and the last figure
	bar, gap            = 8, 8
	top, bottom         = 84, 30
)

// Colours of latency and throughput where the emitted function is faster, and where it is slower.
var colours = map[bool][2]string{
	true:  {"#2f6f9f", "#8fbfdc"},
	false: {"#b5432a", "#e8a08f"},
}

// draw makes the picture: for each row a bar of latency above a bar of throughput, right of the
// line at 1 if the emitted function is faster, else left of it.
func draw(t table) []byte {
	low, high := 1.0, 2.0
	for _, r := range t.rows {
		low = min(low, r.latency, r.throughput)
		high = max(high, r.latency, r.throughput)
	}
	// Powers of two at both ends.
	first, last := math.Floor(math.Log2(low)), math.Ceil(math.Log2(high))
	x := func(ratio float64) float64 { return left + middle*(math.Log2(ratio)-first)/(last-first) }
	step := 2*bar + gap
	width, height := left+middle+right, top+len(t.rows)*step+bottom

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" `+
		`font-family="sans-serif" font-size="12">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	text := func(x, y float64, anchor, content string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="#222222">%s</text>`+"\n", x, y, anchor,
			html.EscapeString(content))
	}
	text(12, 20, "start", "How often faster than the best peer: CUB, cooperative groups, a loop of shuffles, redux")
	text(12, 38, "start", t.setting)
	key := 12.0
	for _, k := range []struct {
		faster  bool
		measure int
		name    string
	}{{true, 0, "latency"}, {true, 1, "throughput"}, {false, 0, "latency, slower"}, {false, 1, "throughput, slower"}} {
		fmt.Fprintf(&b, `<rect x="%.1f" y="50" width="10" height="10" fill="%s"/>`+"\n", key, colours[k.faster][k.measure])
		text(key+14, 59, "start", k.name)
		key += 40 + 7*float64(len(k.name))
	}
	for power := first; power <= last; power++ {
		at, colour := x(math.Exp2(power)), "#dddddd"
		if power == 0 {
			colour = "#222222"
		}
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s"/>`+"\n", at, top-4, at, height-bottom, colour)
		text(at, float64(height-bottom+16), "middle", fmt.Sprintf("%gx", math.Exp2(power)))
	}
	for i, r := range t.rows {
		y := float64(top + i*step)
		text(left-10, y+bar+4, "end", r.work)
		for j, ratio := range []float64{r.latency, r.throughput} {
			from, to := min(x(1), x(ratio)), max(x(1), x(ratio))
			over := y + float64(j*bar)
			// A tie gets a thin bar.
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`+"\n",
				from, over, max(to-from, 1), bar, colours[ratio >= 1][j])
			fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" font-size="8" fill="#222222">%.2f</text>`+"\n", max(to, x(1))+3, over+7,
				ratio)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
