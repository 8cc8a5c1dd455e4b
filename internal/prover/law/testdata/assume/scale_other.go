//go:build !amd64

package assume

const scale = 3
