#!/bin/sh
# grid.sh SHFLGEN FOLDER: emits the kernels that grid.cu, dot.cu and griduser.cu measure.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
emit() {
	$shflgen -pattern grid-reduce "$@" -lang cuda -o "$to"
}
emit -type float32
emit -type float32 -op max
emit -type float32 -in float16
emit -type float32 -op argmax
emit -type int32 -op argmin
emit -type float64
emit -type int32
emit -type float32 -map product
emit -type float32 -map square
users=../../tests/userops
emit -op $users.Added -name grid_added
emit -op $users.MergeSummaries -map $users.LiftSummary -name grid_summary
emit -op $users.MergeSpreads -map $users.LiftSpread -name grid_spread
emit -op $users.MergeMoments -map $users.LiftMoments -name grid_moments
