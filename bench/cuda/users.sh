#!/bin/sh
# users.sh SHFLGEN FOLDER: emits the reductions and scans of a block that users.cu measures, and their rows.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
: >"$to/users.inc"
: >"$to/users.rows"
for b in 64 96 128 256 512 1024; do
	$shflgen -pattern block-reduce -block $b -op ../../tests/userops.MergeSummaries -mask full -name merge_$b -lang cuda -o "$to"
	$shflgen -pattern block-inclusive-scan -block $b -op ../../tests/userops.Compose -mask full -name compose_$b -lang cuda -o "$to"
	printf '#include "merge_%s.cu"\n#include "compose_%s.cu"\n' $b $b >>"$to/users.inc"
	printf 'OURS(REDUCE, "Merge", Merge, %s, merge_%s)\nOURS(SCAN, "scan by Compose", Compose, %s, compose_%s)\n' $b $b $b $b >>"$to/users.rows"
done
