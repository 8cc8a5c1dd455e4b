#compdef shflgen
# Completes shflgen in zsh. It asks the program that is being typed; where that knows no word, zsh
# completes names of files.
_shflgen() {
    local -a lines
    lines=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    lines=("${(@)${(@)lines:#}//$'\t'/:}") # no empty line; a colon before what a word means
    if (( $#lines )); then
        _describe shflgen lines
    else
        _files
    fi
}
compdef _shflgen shflgen
