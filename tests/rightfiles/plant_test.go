package rightfiles

import (
	"strings"
	"testing"
)

// TestPlanted plants a fault in a right file of each language. It must be refuted.
func TestPlanted(t *testing.T) {
	all := files(t)
	for _, fault := range []struct{ ext, right, wrong string }{
		{".cu", "return a + b;", "return a + b + 1;"},
		{".ptx", "sub.s32 %x, %x, %t1;", "add.s32 %x, %x, %t1;"},
		{".go", "x2 := x1 + in2", "x2 := x1 + in2 + 1"},
		{".ptx", "add.cc.u32 %x, %x, %y; addc.u32 %t1, 0, 0;", "add.cc.u32 %t1, %x, %y; addc.u32 %x, %x, %y;"},
		{".cu", "addc.u32 %1, %3, %5;", "add.u32 %1, %3, %5;"},
		{".cu", "return a + b - 2 * (a & b);", "return a + b - (a & b);"},
		{".cu", "key = other > key ? other : key;", "key = other >= key ? key : other;"},
		// ties go to the other lane
		{".cu", "<< 32 | lane : 0xffffffffffffffffull", "<< 32 | (lane ^ 1u) : 0xffffffffffffffffull"},
	} {
		planted := false
		for _, f := range all {
			wrong := strings.Replace(string(f.Src), fault.right, fault.wrong, 1)
			if f.Ext != fault.ext || wrong == string(f.Src) {
				continue
			}
			planted = true
			r, err := prove(File{Way: f.Way, Ext: f.Ext, Spec: f.Spec, Src: []byte(wrong)})
			if !refuted(r, err) {
				t.Errorf("%s with %q is not refuted: %v %v", f.Name(), fault.wrong, r, err)
			}
			break
		}
		if !planted && *only == "" {
			t.Errorf("no %s file with %q", fault.ext, fault.right)
		}
	}
}
