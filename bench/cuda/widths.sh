#!/bin/sh
# widths.sh SHFLGEN FOLDER: emits the reductions of segments that widths.cu measures, and their rows.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
: >"$to/widths.inc"
: >"$to/widths.rows"
for w in 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	for t in int32:int float32:float; do
		type=${t%:*} name=sum_${t%:*}_w$w
		$shflgen -pattern reduce -width $w -type $type -mask full -name $name -lang cuda -o "$to"
		printf '#include "%s.cu"\n' $name >>"$to/widths.inc"
		printf 'ROW(%s, %s, %s)\n' $w ${t#*:} $name >>"$to/widths.rows"
	done
done
