//go:build scantwins

package main

import _ "github.com/shflgen/shflgen/gpu/scans/twins" // written by cmd/scantwins
