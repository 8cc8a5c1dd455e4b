module github.com/shflgen/shflgen

go 1.26
