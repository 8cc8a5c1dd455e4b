package shflgen

type int32 = int64
