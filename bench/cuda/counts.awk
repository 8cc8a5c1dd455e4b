# Counts instructions by kind in what cuobjdump -sass prints, a line a kernel:
# name, shuffles, redux, votes, selects, local loads and stores, all but padding.
# What follows the kernel's end is for threads that have come apart, which ptxas
# brings together there for each shuffle: it does not run here, and counts as spills
# alone.
function flush() { if (name != "") print name, shfl + 0, redux + 0, vote + 0, sel + 0, spill + 0, all + 0 }
/Function : / {
    flush()
    name = $3
    shfl = redux = vote = sel = spill = all = ended = 0
}
$1 ~ /^\/\*[0-9a-f]+\*\/$/ && $2 !~ /^\/\*/ {
    op = $2 ~ /^@/ ? $3 : $2
    if (op ~ /^(LDL|STL)/) spill++
    if (op ~ /^NOP/ || ended) next
    if ($2 ~ /^EXIT/) ended = 1
    all++
    if (op ~ /^SHFL/) shfl++
    if (op ~ /^C?REDUX/) redux++
    if (op ~ /^(VOTE|MATCH)/) vote++
    if (op ~ /^(U?SEL|FSEL)/) sel++
}
END { flush() }
