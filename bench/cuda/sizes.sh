#!/bin/sh
# sizes.sh SHFLGEN FOLDER SEED: emits reductions and scans of blocks at 40 sizes that are drawn at random, each beside
# CUB's algorithms, in a file for each size.
set -e
shflgen=$1 to=$2 seed=$3
mkdir -p "$to"
rm -f "$to"/*
sizes=$(awk -v seed="$seed" 'BEGIN { srand(seed); while (n < 40) { b = 33 + int(992 * rand()); if (n % 2) b -= b % 32
	if (b > 32 && !seen[b]++) { print b; n++ } } }' | sort -n)
for b in $sizes; do
	file=$to/size_$b.cu
	printf '#include "../sizes.cuh"\n' >"$file"
	calls=
	for row in reduce:sum:int32:int reduce:sum:float32:float reduce:max:float32:float reduce:sum:int64:i64 \
		reduce:sum:float64:double inclusive-scan:sum:int32:int exclusive-scan:sum:int32:int \
		inclusive-scan:sum:float32:float exclusive-scan:sum:float32:float inclusive-scan:sum:int64:i64; do
		kind=${row%%:*} rest=${row#*:}
		op=${rest%%:*} rest=${rest#*:}
		type=${rest%%:*} ctype=${rest#*:}
		name=block_$(echo "$kind" | tr - _)_${op}_${type}_b$b
		$shflgen -pattern "block-$kind" -block "$b" -op "$op" -type "$type" -mask full -name "$name" -lang cuda -o "$to"
		{
			printf '#include "%s.cu"\n' "$name"
			printf 'WAY(%s, %s, %s)\n' "$name" "$ctype" "$b"
		} >>"$file"
		cub=$(echo "$kind" | tr - _)
		calls="$calls    beside<Way_$name, Cub_$cub, op_$op>(\"$kind $op $type\", $b);\n"
	done
	printf "void size_$b()\n{\n$calls}\n" >>"$file"
	printf 'SIZE(%s)\n' "$b" >>"$to/all.inc"
done
