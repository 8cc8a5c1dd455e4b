//go:build !windows

package p

type word = int32
