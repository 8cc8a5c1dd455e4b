module example.com/downstream

go 1.26

tool github.com/shflgen/shflgen/cmd/shflgen

require (
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/shflgen/shflgen v0.0.0 // indirect
)

replace github.com/shflgen/shflgen => ../..
