    # Behind -- is a command, with its own words.
    local -i behind=${words[(ie)--]}
    if ((behind < CURRENT)); then
        shift $behind words
        ((CURRENT -= behind))
        _normal -p signin
        return
    fi
