package drive

import "testing"

// summed is keyed-reduce, which reads the key of lane i^off for lane i.
func summed(off int) any {
	return func(mask uint32, key *[32]uint64, x *[32]int32) {
		in := *x
		for i := range x {
			x[i] = 0
			for j := range in {
				if key[i^off] == key[j^off] && mask>>j&1 == 1 {
					x[i] += in[j]
				}
			}
		}
	}
}

// sorted is sort of two registers a lane, with a fault in the values or in the slots.
func sorted(value, slot int) any {
	return func(keys *[2][32]int16, values *[2][32]float64, from *[2][32]int32) {
		for i := range 32 {
			from[0][i], from[1][i] = int32(2*i), int32(2*i+1)
			if keys[1][i] < keys[0][i] {
				keys[0][i], keys[1][i] = keys[1][i], keys[0][i]
				values[0][i], values[1][i^value] = values[1][i^value], values[0][i]
				from[0][i], from[1][i^slot] = from[1][i^slot], from[0][i]
			}
		}
	}
}

// shifted is shfl-down by a distance, with a fault in a lane or in the preds.
func shifted(lane int, pred uint32) any {
	return func(x *[32]uint8, delta int) (preds uint32) {
		in := *x
		for i := range x {
			if delta >= 0 && delta < 32-i {
				x[i], preds = in[i+delta], preds|1<<i
			}
		}
		x[31-lane] += uint8(lane)
		return preds ^ pred
	}
}

// TestFaults: functions with a fault differ from the reference, and others do not.
func TestFaults(t *testing.T) {
	const keyed, sort = "-pattern keyed-reduce -key uint64", "-pattern sort -width 1 -n 2 -type int16 -mask full -from " +
		"-value float64"
	const down = "-pattern shfl-down -delta var -mask full -type uint8"
	twins := []Twin{
		{"right", keyed, summed(0)}, {"right", sort, sorted(0, 0)}, {"right", down, shifted(0, 0)},
		{"wrong", keyed, summed(1)}, {"wrong", sort, sorted(1, 0)}, {"wrong", sort, sorted(0, 1)},
		{"wrong", down, shifted(7, 0)}, {"wrong", down, shifted(0, 1<<9)},
	}
	for i, r := range All(twins, 0, 200) {
		if (r.Mismatch == "") != (twins[i].Name == "right") {
			t.Errorf("%s, %s: after %d calls: %s", twins[i].Name, twins[i].Flags, r.Calls, r.Mismatch)
		}
	}
}
