//go:build !js

package userpkg

import "golang.org/x/tools/go/packages"

// Package is a package of a user, as loaded.
type Package = packages.Package
