package spec

import "flag"

// choices is the value of a flag that takes some names, and maybe other texts. The completion of
// command lines finds the names by the method Choices.
type choices struct {
	names  []string
	joined bool // a value is one name or several, joined by commas
	set    func(text string) error
}

// bindChoices registers a flag whose values are some names, or others that set knows.
func bindChoices(fs *flag.FlagSet, names []string, name, usage string, set func(string) error) {
	fs.Var(choices{names: names, set: set}, name, usage)
}

// Set sets the flag.
func (c choices) Set(text string) error { return c.set(text) }

// String is the value as a default: none.
func (c choices) String() string { return "" }

// Choices are the names.
func (c choices) Choices() []string { return c.names }

// Joined reports whether a value may be several names, joined by commas.
func (c choices) Joined() bool { return c.joined }

// Joined is that of the flag's value.
func (o *onceValue) Joined() bool {
	c, ok := o.Value.(interface{ Joined() bool })
	return ok && c.Joined()
}

// Choices are the names that the flag takes, if it takes names.
func (o *onceValue) Choices() []string {
	if c, ok := o.Value.(interface{ Choices() []string }); ok {
		return c.Choices()
	}
	return nil
}
