#!/bin/sh
# aos.sh SHFLGEN FOLDER: emits the transposes that aos.cu measures, through shuffles and through memory, and includes them.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
: >"$to/aos.inc"
for n in 3 4 5 6 7 8; do
	for way in none shared; do
		$shflgen -pattern transpose -n $n -type float32 -mask full -memory $way -name striped_${way}_$n -lang cuda -o "$to"
		$shflgen -pattern transpose -n $n -type float32 -mask full -memory $way -inverse -name blocked_${way}_$n -lang cuda -o "$to"
		echo "#include \"striped_${way}_$n.cu\"" >>"$to/aos.inc"
		echo "#include \"blocked_${way}_$n.cu\"" >>"$to/aos.inc"
	done
	echo "WORDS($n)" >>"$to/aos.inc"
done
