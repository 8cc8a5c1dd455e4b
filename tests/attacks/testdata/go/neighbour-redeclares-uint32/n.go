package shflgen

type uint32 = uint64
