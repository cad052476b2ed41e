
# Behind -- is a command, with its own words.
function __signin_command
    set -l words (commandline -opc)
    set -l words $words[(math (contains -i -- -- $words) + 1)..]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end
complete -c signin -n 'contains -- -- (commandline -opc)' -xa '(__signin_command)'
