package shflgen

func (
