package files

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errBusy is the error of tryLock while another run has the lock.
var errBusy = errors.New("busy")

// lock waits for the folder's lock. One run at a time has it, and it ends with the
// process. The error is [errors.ErrUnsupported] where folders cannot be locked.
func lock(ctx context.Context, dir string, wait time.Duration) (unlock func(), err error) {
	deadline := time.NewTimer(wait)
	defer deadline.Stop()
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		unlock, err = tryLock(dir)
		if !errors.Is(err, errBusy) {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, &Interrupted{dir, ctx.Err()}
		case <-deadline.C:
			return nil, fmt.Errorf("%s: other runs of shflgen have been writing there for %v", dir, wait)
		case <-time.After(pause):
		}
	}
}
