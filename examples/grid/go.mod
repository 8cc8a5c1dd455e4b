module example.com/grid

go 1.25.0

require (
	github.com/ebitengine/purego v0.11.3
	github.com/shflgen/shflgen v0.0.0
	github.com/shflgen/shflgen/gpu/cuda v0.0.0
)

require (
	github.com/dave/jennifer v1.7.1 // indirect
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/tools v0.46.0 // indirect
)

replace github.com/shflgen/shflgen => ../..

replace github.com/shflgen/shflgen/gpu/cuda => ../../gpu/cuda
