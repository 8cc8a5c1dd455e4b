//go:build gridtwins

package main

import _ "github.com/shflgen/shflgen/gpu/grids/twins" // written by cmd/gridtwins
