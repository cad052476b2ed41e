
# shellcheck shell=bash
# bash also splits words at @, : and =, and replaces only the part from the last of them on. _signin gets whole words. An
# email may hold special characters of the shell, so the candidates are quoted.
_signin_words() {
    local line=${COMP_LINE:0:COMP_POINT} head index
    # Behind -- is a command, with files.
    for ((index = 1; index < COMP_CWORD; index++)); do
        [[ ${COMP_WORDS[index]} == -- ]] || continue
        compopt -o filenames 2>/dev/null
        [[ $((index + 1)) == "$COMP_CWORD" ]] && line=-c || line=-f
        mapfile -t COMPREPLY < <(compgen "$line" -- "$2" | sort -u)
        return
    done
    read -ra COMP_WORDS <<<"$line"
    [[ $line == *[[:space:]] ]] && COMP_WORDS+=('')
    # A word in quotation marks needs another kind of quoting.
    [[ ${COMP_WORDS[-1]//\\?/} == *[\'\"\`\$]* ]] && return
    # The words behind help are those of a subcommand, without its options.
    [[ ${#COMP_WORDS[@]} -gt 2 && ${COMP_WORDS[1]} == help ]] && unset 'COMP_WORDS[1]' && line=help
    COMP_WORDS=("${COMP_WORDS[@]}")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _signin "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    head=${COMP_WORDS[-1]%"$2"}
    for index in "${!COMPREPLY[@]}"; do
        if [[ $line == help && ${COMPREPLY[index]} == -* ]]; then
            unset "COMPREPLY[$index]"
            continue
        fi
        printf -v "COMPREPLY[$index]" %q "${COMPREPLY[index]#"${head//\\/}"}"
    done
}

complete -F _signin_words signin
