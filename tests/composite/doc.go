// Package composite proves functions on elements that are no scalars, from the Go type in a user's
// package to what is emitted, and what is planted in that.
package composite
