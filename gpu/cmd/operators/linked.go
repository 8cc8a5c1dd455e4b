//go:build optwins

package main

import _ "github.com/shflgen/shflgen/gpu/optwins" // written by cmd/optwins
