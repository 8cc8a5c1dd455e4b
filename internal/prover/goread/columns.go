package goread

import (
	"fmt"
	"strings"
)

// The function of columns has one form: it copies each column of the matrix to consecutive elements, and stores the
// result that a function of the file makes of these. So it is the function of an array that is followed, for every
// number of columns. In the form, some and rows are at least 1 and 0; columns c to c+n are those of a part, and
// PARTS has each column in one part; element r of column c+i is stored at columns[i*rows+r] before the column is
// read, and in is not written.
const columnsForm = `func F(in []IN, out []OUT) {
	if len(out) == 0 {
		return
	}
	rows := len(in) / len(out)
	if rows*len(out) != len(in) {
		panic(TEXT)
	}
	some := min(len(out), SOME)
	Parts(len(out), $part/(rows+1)+1, func(from, to int) {
		columns := make([]IN, some*rows)
		for c := from; c < to; c += some {
			n := min(some, to-c)
			for r := 0; r < rows; r++ {
				row := in[r*len(out)+c:][:n]
				for i := 0; i < len(row); i++ {
					columns[i*rows+r] = row[i]
				}
			}
			for i := 0; i < n; i++ {
				out[c+i] = Column(columns[i*rows : (i+1)*rows])
			}
		}
	})
}`

// ofColumn makes the function of one column the one that is looked at, where the function of a matrix has its form.
func (f *File) ofColumn() error {
	in, out := f.shape.In[0], f.shape.Element()
	t := f.template(map[string]hole{
		"IN": f.typeHole(scalarType(in.Type)), "OUT": f.typeHole(valueType(out, f.elems[out.Elem])),
		"TEXT": f.constantHole(), "SOME": f.positiveHole(),
	})
	why := "want an emitted file"
	if f.emitted {
		why = t.declares(strings.Replace(columnsForm, "$part", fmt.Sprint(partElements), 1))
	}
	if why == "" {
		why = f.partsAxiom()
	}
	if why != "" {
		return f.refuse(f.main, "func "+f.main.Name.Name, why)
	}
	f.main, _ = f.function(f.part("Column"))
	return nil
}
