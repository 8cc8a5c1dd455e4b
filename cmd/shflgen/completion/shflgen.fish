# Completes shflgen in fish. It asks the program that is being typed; where that knows no word, fish
# completes names of files.
function __shflgen_complete
    set -l before (commandline -opc)
    set -l lines ($before[1] __complete $before[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $lines) -gt 0
        printf '%s\n' $lines
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c shflgen -f -k -a '(__shflgen_complete)'
