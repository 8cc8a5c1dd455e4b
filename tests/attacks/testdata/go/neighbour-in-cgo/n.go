package shflgen

import "C"

type int32 = int64
