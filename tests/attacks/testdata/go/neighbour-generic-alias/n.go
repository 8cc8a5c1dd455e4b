package shflgen

type (
	unused struct{}
	int32  = uint8
)
