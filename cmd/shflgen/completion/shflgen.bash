# Completes shflgen in bash. It asks the program that is being typed; where that knows no word, bash
# completes names of files.
_shflgen() {
    local IFS=$'\n' line
    COMPREPLY=()
    for line in $("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
        line=${line%%$'\t'*} # without what it means
        # Where = ends a word, bash wants what follows it.
        [[ $COMP_WORDBREAKS == *=* ]] && line=${line##*=}
        COMPREPLY+=("$line")
    done
}
complete -o default -F _shflgen shflgen
