package ends

import (
	"errors"
	"testing"
)

// TestCaught: a check ends at its first error, which says in what it was met; a panic of another kind goes on.
func TestCaught(t *testing.T) {
	lost, went := errors.New("lost"), false
	err := Caught(func() {
		defer During("%d elements", 7)
		if Must(5, nil) == 5 {
			Check(lost)
		}
		went = true
	})
	if went || !errors.Is(err, lost) || err.Error() != "7 elements: lost" {
		t.Errorf("it went on: %t; the error is %v", went, err)
	}
	if err := Caught(func() { defer During("nothing") }); err != nil {
		t.Error(err)
	}
	defer func() {
		if x := recover(); x != "another" {
			t.Errorf("recovered %v", x)
		}
	}()
	Caught(func() {
		defer During("it")
		panic("another")
	})
}
