package spec

import (
	"fmt"
	"strings"
)

// GoHeader are the lines that start a Go file of many functions: the flags of each, in order.
func (b Bundle) GoHeader() string {
	lines := HeaderPrefix + bundleStart + b.Config + headerSuffix + "\n//\n"
	for _, s := range b.Specs {
		lines += goSpecLine + strings.Join(s.Args()[1:], " ") + "\n"
	}
	return lines + "\n"
}

// goSpecLine starts the line of a function's flags in a Go file of many.
const goSpecLine = "//   -pattern "

// ParseGoBundle reads the header of a Go file of many functions. Lines end in \n. An error starts with its line and
// column.
func ParseGoBundle(src string) (Bundle, error) {
	var b Bundle
	first, rest, _ := strings.Cut(src, "\n")
	var err error
	if b.Config, err = bundleConfig(first); err != nil {
		return b, fmt.Errorf("1:1: %w", err)
	}
	number := 2
	for line := range strings.Lines(strings.TrimPrefix(rest, "//\n")) {
		number++
		flags, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), goSpecLine)
		if !ok {
			break
		}
		s, err := ParseArgs(append([]string{"-pattern"}, strings.Fields(flags)...))
		if err != nil {
			return b, fmt.Errorf("%d:1: %w", number, err)
		}
		b.Specs = append(b.Specs, s)
	}
	if len(b.Specs) == 0 || !strings.HasPrefix(src, b.GoHeader()) {
		return b, fmt.Errorf("%d:1: the header is not that of %d functions", number, len(b.Specs))
	}
	if err := b.Validate(); err != nil {
		return b, fmt.Errorf("1:1: %w", err)
	}
	return b, nil
}
