//go:build !arm64

package p

const one = 1
