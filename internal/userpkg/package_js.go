package userpkg

import "go/types"

// Package has types alone: a page loads no packages, and is smaller without what loads them.
type Package struct{ Types *types.Package }
