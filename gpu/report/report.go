// Package report counts what a check on a GPU compared, and keeps the first differences.
package report

import (
	"errors"
	"fmt"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
)

// kept is the number of differences that a report keeps the text of.
const kept = 100

// Report is what a check compared.
type Report struct {
	Kernels, Launches, Values int
	Differ                    int
	First                     []string // of the differences
}

// Wrong adds a difference.
func (r *Report) Wrong(format string, args ...any) {
	if r.Differ++; len(r.First) < kept {
		r.First = append(r.First, fmt.Sprintf(format, args...))
	}
}

// Print prints the report of a check that began some time ago. The error says that something differs, or that nothing
// was compared.
func (r *Report) Print(d *device.Device, began time.Time) error {
	fmt.Printf("%s, NVRTC %s: %d kernels, %d launches, %d values, %d differ, %s\n",
		d.Name, d.NVRTC, r.Kernels, r.Launches, r.Values, r.Differ, time.Since(began).Round(time.Millisecond))
	for _, line := range r.First {
		fmt.Println(line)
	}
	switch {
	case r.Launches == 0:
		return errors.New("nothing was launched")
	case r.Differ > 0:
		return fmt.Errorf("%d results differ", r.Differ)
	}
	return nil
}
