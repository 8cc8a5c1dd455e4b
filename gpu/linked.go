//go:build twins

package main

import _ "github.com/shflgen/shflgen/gpu/twins" // written by cmd/twins
