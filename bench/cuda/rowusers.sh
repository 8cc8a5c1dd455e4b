#!/bin/sh
# rowusers.sh SHFLGEN FOLDER: emits the kernels that rowusers_peers.py measures.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
for cols in 1000 4096 12288; do
	emit() { $shflgen -pattern row-reduce -cols $cols "$@" -lang cuda -o "$to"; }
	emit -op ../../tests/userops.MergeMoments -map ../../tests/userops.LiftMoments -name moments_$cols
	emit -op ../../tests/userops.MergeSpreads -map ../../tests/userops.LiftSpread -name spreads_$cols
	emit -op ../../tests/userops.MergeSoftmax -map ../../tests/userops.LiftSoftmax -name softmax_$cols
	emit -type float32 -name sum_$cols
done
