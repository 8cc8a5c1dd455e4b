#!/bin/sh
# aos.sh SHFLGEN FOLDER: emits the loads and stores that aos.cu measures, and the transposes through memory, and includes them.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
: >"$to/aos.inc"
emit() { # WORD TYPE-OF-WORD N NAME
	$shflgen -pattern load -type "./geom.$4" -name "load_$4" -lang cuda -o "$to"
	$shflgen -pattern store -type "./geom.$4" -name "store_$4" -lang cuda -o "$to"
	$shflgen -pattern load -partial -type "./geom.$4" -name "load_$4_partial" -lang cuda -o "$to"
	$shflgen -pattern store -partial -type "./geom.$4" -name "store_$4_partial" -lang cuda -o "$to"
	$shflgen -pattern transpose -n "$3" -type "$2" -mask full -memory shared -name "striped_$4" -lang cuda -o "$to"
	$shflgen -pattern transpose -n "$3" -type "$2" -mask full -memory shared -inverse -name "blocked_$4" -lang cuda -o "$to"
	id=$(echo "$4" | tr VW vw)
	for does in load store striped blocked; do
		echo "#include \"${does}_$id.cu\"" >>"$to/aos.inc"
	done
	for does in load store; do
		echo "#include \"${does}_${id}_partial.cu\"" >>"$to/aos.inc"
	done
	echo "MOVES($1, $3, $id)" >>"$to/aos.inc"
}
for n in 3 4 5 6 7 8 12 16; do
	emit float float32 $n Vec$n
done
for n in 2 3 4 8; do
	emit double float64 $n Wide$n
done
