module github.com/shflgen/shflgen/bench

go 1.26

require (
	github.com/shflgen/shflgen v0.0.0
	github.com/shflgen/shflgen/gpu v0.0.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/ebitengine/purego v0.11.3 // indirect
)

replace github.com/shflgen/shflgen => ../

replace github.com/shflgen/shflgen/gpu => ../gpu
