package mutate

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// TextKind is one kind of fault in a language that is mutated line by line. Make returns the
// replacements of a line, one for each mutant; a replacement may be empty or several lines.
type TextKind struct {
	Name string
	Make func(f *text, line int) []string
}

// Of are the replacements of a line of a program, one for each mutant.
func (k TextKind) Of(lines []string, at int) []string {
	open := make([]bool, len(lines))
	if at > 0 {
		open[at-1] = true
	}
	return k.Make(&text{lines, open}, at)
}

// text is a file. The lines that are open may be altered.
type text struct {
	lines []string
	open  []bool // may be altered
}

// at is a kind that replaces each match of the pattern in a line by each text that make
// returns for its groups.
func at(pattern string, make func(m []string) []string) func(*text, int) []string {
	re := regexp.MustCompile(pattern)
	return func(f *text, n int) []string {
		line := f.lines[n]
		var all []string
		for _, loc := range re.FindAllStringSubmatchIndex(line, -1) {
			groups := []string{}
			for i := 0; i < len(loc); i += 2 {
				if loc[i] < 0 {
					groups = append(groups, "")
					continue
				}
				groups = append(groups, line[loc[i]:loc[i+1]])
			}
			for _, now := range make(groups) {
				all = append(all, line[:loc[0]]+now+line[loc[1]:])
			}
		}
		return all
	}
}

// instead is a kind that replaces a match by each of others, where $1, $2, … are its groups.
func instead(pattern string, others ...string) func(*text, int) []string {
	re := regexp.MustCompile(pattern)
	return at(pattern, func(m []string) []string {
		var all []string
		for _, o := range others {
			all = append(all, re.ReplaceAllString(m[0], o))
		}
		return all
	})
}

// numbers is a kind that replaces the decimal number of group 2, between groups 1 and 3.
func numbers(pattern string, others func(n int) []int) func(*text, int) []string {
	return at(pattern, func(m []string) []string {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return nil
		}
		var all []string
		for _, o := range others(n) {
			if o >= 0 {
				all = append(all, m[1]+strconv.Itoa(o)+m[3])
			}
		}
		return all
	})
}

// near are numbers that people write in place of n.
func near(n int) []int { return []int{n + 1, n - 1} }

// far are numbers that programs compute in place of n.
func far(n int) []int { return []int{2 * n, n / 2, n ^ 16, n + 32} }

// leftOut is a kind that leaves out a line that matches.
func leftOut(pattern string) func(*text, int) []string {
	re := regexp.MustCompile(pattern)
	return func(f *text, n int) []string {
		if re.MatchString(f.lines[n]) {
			return []string{""}
		}
		return nil
	}
}

// repeated is a kind that repeats a line that matches.
func repeated(pattern string) func(*text, int) []string {
	re := regexp.MustCompile(pattern)
	return func(f *text, n int) []string {
		if re.MatchString(f.lines[n]) {
			return []string{f.lines[n] + "\n" + f.lines[n]}
		}
		return nil
	}
}

// textByte is a kind that changes one byte, at every 11th position.
func textByte(f *text, n int) []string {
	line := f.lines[n]
	var all []string
	for i := (n * 5) % 11; i < len(line); i += 11 {
		for _, b := range []byte{line[i] ^ 1, line[i] + 1, ' '} {
			all = append(all, line[:i]+string(rune(b))+line[i+1:])
		}
	}
	return all
}

// plantText makes at most perKind mutants of each kind, chosen by seed.
func plantText(f *text, src []byte, kinds []TextKind, perKind int, seed uint64) []Mutant {
	rng := rand.New(rand.NewPCG(seed, 2))
	var all []Mutant
	for _, k := range kinds {
		type place struct {
			line int
			now  string
		}
		var places []place
		for n := range f.lines {
			if !f.open[n] {
				continue
			}
			for _, now := range k.Make(f, n) {
				if now != f.lines[n] {
					places = append(places, place{n, now})
				}
			}
		}
		rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		for _, p := range places[:min(perKind, len(places))] {
			lines := append([]string(nil), f.lines...)
			lines[p.line] = p.now
			m := Mutant{
				Kind: k.Name, Line: p.line + 1, Was: strings.TrimSpace(f.lines[p.line]), Now: strings.TrimSpace(p.now),
				Src: []byte(strings.Join(lines, "\n")),
			}
			if !bytes.Equal(m.Src, src) {
				all = append(all, m)
			}
		}
	}
	return all
}
