module github.com/shflgen/shflgen/bench

go 1.26

require github.com/shflgen/shflgen v0.0.0

replace github.com/shflgen/shflgen => ../
