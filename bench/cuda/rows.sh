#!/bin/sh
# rows.sh SHFLGEN FOLDER: emits the kernels that rows.cu measures, and a list of them, rows.inc.
set -e
shflgen=$1 to=$2
mkdir -p "$to"
: >"$to/rows.inc"
emit() {
	$shflgen -pattern row-reduce "$@" -lang cuda -o "$to"
}
for cols in 1 3 31 32 33 100 768 1000 4096 12288 50257 65536 65537 1000000; do
	emit -cols $cols -type float32
	emit -cols $cols -type float32 -in bfloat16
	emit -cols $cols -type float32 -op max
	emit -cols $cols -type float32 -op max -in bfloat16
	emit -cols $cols -type float32 -op argmax
	emit -cols $cols -type float32 -op argmax -in bfloat16
done
for range in 1..1024 2049..4096 8193..16384 32769..65536; do # the number of columns is a parameter
	emit -cols $range -type float32
	emit -cols $range -type float32 -op max -in bfloat16
	emit -cols $range -type float32 -op argmax
	emit -cols $range -type float32 -op argmax -in bfloat16
done
for f in "$to"/row_reduce_*.cu; do
	name=$(basename "$f" .cu)
	echo "#include \"$(basename "$f")\"" >>"$to/rows.inc"
	threads=$(sed -n 's/.*__launch_bounds__(\([0-9]*\)[,)].*/\1/p' "$f" | head -1)
	per=$(sed -n 's/^\/\/ Launch: .* threads for \([0-9]*\) rows.*/\1/p' "$f")
	cluster=$(sed -n 's/^\/\/ Launch: .*cluster of \([0-9]*\) blocks.*/\1/p' "$f")
	cols=${name##*_c}
	in=float; case $name in *_in_bfloat16_*) in=__nv_bfloat16 ;; esac
	op=$(echo "$name" | cut -d_ -f3 | tr a-z A-Z)
	case $cols in
	*to*)
		for n in 1 3 33 100 768 1000 4096 12288 50257 65536; do
			if [ "$n" -ge "${cols%to*}" ] && [ "$n" -le "${cols#*to}" ]; then
				echo "RANGED($name, $op, $in, $n, $threads, ${per:-1}, ${cluster:-1})" >>"$to/list.tmp"
			fi
		done ;;
	*) echo "ROW($name, $op, $in, $cols, $threads, ${per:-1}, ${cluster:-1})" >>"$to/list.tmp" ;;
	esac
done
cat "$to/list.tmp" >"$to/list.inc"
rm "$to/list.tmp"
