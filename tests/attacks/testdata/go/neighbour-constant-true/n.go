package shflgen

var int32 = 1
