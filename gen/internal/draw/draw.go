// Package draw prints a network as a picture of lanes by steps: an SVG for pages, or text for a
// terminal. It knows no expressions of networks, only what each lane reads and holds.
package draw

// Figure is a network to draw.
type Figure struct {
	Title string
	Width int    // lanes of a segment, or of a warp of a block
	Each  string // the word for a column: lane or thread
	Rows  []Row

	Hidden Range // lanes without a column of their own
}

// Range is numbers from From to before To.
type Range struct{ From, To int }

// Has reports whether a number is in the range.
func (r Range) Has(n int) bool { return r.From <= n && n < r.To }

// columns are the lanes that have a column.
func (f Figure) columns() (all []int) {
	for lane := range f.Rows[0].Lanes {
		if !f.Hidden.Has(lane) {
			all = append(all, lane)
		}
	}
	return all
}

// Row is a step. The first row is what the caller gives.
type Row struct {
	Title  string
	Cost   string // such as "1 shuffle, 1 op"; empty if nothing
	Reads  []Read
	Joined bool // a lane reads more lanes than arrows can show
	Lanes  []Lane
}

// Read is what a lane reads of another: what lane From held after row After.
type Read struct {
	From, To, After int
	Needed          bool // a result depends on it
}

// Lane is a lane after a step.
type Lane struct {
	Keeps  bool   // the step reads what the lane itself held
	Live   bool   // a result depends on what the lane holds
	Absent bool   // no member, where that shows
	Label  string // what it holds; empty if unknown
	Shown  bool   // the picture has the label
	Note   string // the same in words
}
