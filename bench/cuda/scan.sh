#!/bin/sh
# Makes the kernels of scan.cu: scan.sh SHFLGEN FOLDER
set -e
mkdir -p "$2"
rm -f "$2"/*
for p in inclusive exclusive; do
	for t in float32 float64 int32 int64; do
		$1 -pattern grid-$p-scan -type $t -lang cuda -o "$2"
	done
done
for t in float32 float64; do
	$1 -pattern grid-inclusive-scan -type $t -op max -lang cuda -o "$2"
done
for t in int16 int8; do
	$1 -pattern grid-inclusive-scan -type $t -lang cuda -o "$2"
done
(cd "$2" && for f in *.cu; do echo "#include \"$f\""; done) >"$2/all.cuh"
