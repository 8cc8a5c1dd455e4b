module github.com/shflgen/shflgen/bench

go 1.26.0

tool (
	github.com/shflgen/shflgen/cmd/shflgen
	golang.org/x/perf/cmd/benchstat
)

require (
	github.com/shflgen/shflgen v0.0.0
	github.com/shflgen/shflgen/gpu/cuda v0.0.0
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/term v0.44.0 // indirect
	golang.org/x/tools v0.46.0 // indirect
)

replace github.com/shflgen/shflgen => ../

replace github.com/shflgen/shflgen/gpu/cuda => ../gpu/cuda
