package spec

import "flag"

// flagValue is the value of a flag of a set of flags, which parses into a spec.
type flagValue struct {
	*flagRow
	into  *Spec
	wrong func(FlagError)
}

// Set reads a value.
func (v flagValue) Set(text string) error {
	if want := v.read(v.into, text); want != "" {
		v.wrong(FlagError{Flag: v.name, Value: text, Want: want})
	}
	return nil
}

// String is the value as a default: none.
func (v flagValue) String() string { return "" }

// IsBoolFlag reports whether the flag is given without a value.
func (v flagValue) IsBoolFlag() bool { return v.flagRow != nil && v.alone }

// Choices are the names that the flag takes, which the completion of command lines offers.
func (v flagValue) Choices() []string { return v.names }

// Joined reports whether a value may be several names, joined by commas.
func (v flagValue) Joined() bool { return v.joined }

// Once makes every current flag of fs report a second value to wrong. A later call does not
// change the flags of an earlier call.
func Once(fs *flag.FlagSet, wrong func(FlagError)) {
	fs.VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(*onceValue); !ok {
			f.Value = &onceValue{Value: f.Value, flag: f.Name, wrong: wrong}
		}
	})
}

// onceValue is a flag's value that is set once.
type onceValue struct {
	flag.Value
	flag  string
	wrong func(FlagError)
	set   bool
	text  string // as given
}

// Set sets the first value and reports any other.
func (o *onceValue) Set(text string) error {
	if o.set {
		o.wrong(FlagError{Flag: o.flag, Value: text, Want: "given twice; want it once"})
		return nil
	}
	o.set, o.text = true, text
	return o.Value.Set(text)
}

// String is the text that was given.
func (o *onceValue) String() string { return o.text }

// IsBoolFlag reports whether the flag may be given without a value.
func (o *onceValue) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

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
