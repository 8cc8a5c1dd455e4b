package goread

import (
	"fmt"
	"strings"
)

// The function of columns has one form: it copies each column of a matrix to consecutive elements, and stores the
// result that a function of the file makes of these. So it is the function of arrays that is followed, for every
// number of columns. In the form, some and rows are at least 1 and 0; columns c to c+n are those of a part, and
// PARTS has each column in one part; element r of column c+i is stored at columns[i*rows+r] before the column is
// read, and no matrix is written. An array of values of rows is the same for each column.
const columnsForm = `func F($params, out []OUT) {
	if len(out) == 0 {
		return
	}
	rows := len($in) / len(out)
	$lengths
	some := min(len(out), SOME)
	Parts(len(out), $part/(rows+1)+1, func(from, to int) {
		$columns
		for c := from; c < to; c += some {
			n := min(some, to-c)
			for r := 0; r < rows; r++ {
				$copies
			}
			for i := 0; i < n; i++ {
				out[c+i] = Column($column)
			}
		}
	})
}`

// columnNames are those of the columns of each matrix.
var columnNames = [...]string{"columns", "columnsB", "columnsC"}

// columnsText is the form for the arrays of the spec.
func (f *File) columnsText() string {
	var params, lengths, columns, copies, column []string
	for k, p := range f.shape.In {
		name, of := p.InMemory(), scalarType(p.Type).String()
		params = append(params, fmt.Sprintf("%s []%s", name, of))
		if p.Role.OfRow() {
			lengths = append(lengths, fmt.Sprintf("if rows != len(%s) {\npanic(TEXT%d)\n}", name, k))
			column = append(column, name)
			continue
		}
		lengths = append(lengths, fmt.Sprintf("if rows*len(out) != len(%s) {\npanic(TEXT%d)\n}", name, k))
		to := columnNames[k]
		columns = append(columns, fmt.Sprintf("%s := make([]%s, some*rows)", to, of))
		copies = append(copies, fmt.Sprintf("row%d := %s[r*len(out)+c:][:n]\nfor i := 0; i < len(row%[1]d); i++ {\n"+
			"%[3]s[i*rows+r] = row%[1]d[i]\n}", k, name, to))
		column = append(column, to+"[i*rows : (i+1)*rows]")
	}
	return strings.NewReplacer("$params", strings.Join(params, ", "), "$in", f.shape.In[0].InMemory(),
		"$lengths", strings.Join(lengths, "\n"), "$columns", strings.Join(columns, "\n"),
		"$copies", strings.Join(copies, "\n"), "$column", strings.Join(column, ", "), "$part", fmt.Sprint(partElements),
	).Replace(columnsForm)
}

// ofColumn makes the function of one column the one that is looked at, where the function of a matrix has its form.
func (f *File) ofColumn() error {
	out := f.shape.Element()
	holes := map[string]hole{"OUT": f.typeHole(valueType(out, f.elems[out.Elem])), "SOME": f.positiveHole()}
	for k := range f.shape.In {
		holes[fmt.Sprintf("TEXT%d", k)] = f.constantHole()
	}
	t := f.template(holes)
	why := "want an emitted file"
	if f.emitted {
		why = t.declares(f.columnsText())
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
