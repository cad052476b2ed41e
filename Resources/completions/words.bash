
# shellcheck shell=bash
# bash also splits words at @, : and =, and replaces only the part from the last of them on. _signin gets whole words. An
# email may hold special characters of the shell, so the candidates are quoted.
_signin_words() {
    local line=${COMP_LINE:0:COMP_POINT} head index
    read -ra COMP_WORDS <<<"$line"
    [[ $line == *[[:space:]] ]] && COMP_WORDS+=('')
    # A word in quotation marks needs another kind of quoting.
    [[ ${COMP_WORDS[-1]//\\?/} == *[\'\"\`\$]* ]] && return
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _signin "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    head=${COMP_WORDS[-1]%"$2"}
    for index in "${!COMPREPLY[@]}"; do
        printf -v "COMPREPLY[$index]" %q "${COMPREPLY[index]#"${head//\\/}"}"
    done
}

complete -F _signin_words signin
