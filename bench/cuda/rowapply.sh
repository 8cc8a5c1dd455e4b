#!/bin/sh
# rowapply.sh SHFLGEN FOLDER: emits the kernels that rowapply_peers.py measures.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
for f in softmax layer-norm rms-norm; do
	for cols in 768 4096 50257; do
		$shflgen -pattern row-apply -f $f -cols $cols -lang cuda -o "$to"
		$shflgen -pattern row-apply -f $f -cols $cols -in bfloat16 -lang cuda -o "$to"
	done
done
