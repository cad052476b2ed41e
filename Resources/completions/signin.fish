# fish completion for signin(1)

# The words so far behind signin, without the options of the store, which may stand anywhere; or with "store" only those.
function __signin_words -a kind
    set -l is_value no
    for word in (commandline -opc)[2..]
        set -l is_store $is_value
        set is_value no
        if contains -- $word --store --config
            set is_store yes
            set is_value yes
        else if string match -qr '^--(store|config)=' -- $word
            set is_store yes
        end
        test "$is_store" = yes; and set word store $word; or set word words $word
        test $word[1] = $kind; and echo $word[2]
    end
end

# Whether the words so far begin with these.
function __signin_is
    set -l words (__signin_words words)
    test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end

# Whether the words so far are these.
function __signin_at
    set -l words (__signin_words words)
    test "$words" = "$argv"
end

# Whether no subcommand and no -- has come yet.
function __signin_is_form
    not string match -qr '^(account|session|activity|config|themes|doctor|help|--)$' -- (__signin_words words)
end

# What awk makes of each row of a list; nothing where there is no store to open.
function __signin_list -a columns
    command timeout 2 signin $argv[2..] (__signin_words store) </dev/null 2>/dev/null | awk "NR > 1 { print $columns }"
end

function __signin_emails
    __signin_list '$1' account list
end

# The themes of the program, and one's own.
function __signin_themes
    string split ' ' 'auto dark light high-contrast colour-blind colour-blind-light mono classic'
    command timeout 2 signin themes </dev/null 2>/dev/null
end

# Whether a command behind -- is wanted.
function __signin_is_gate
    contains -- -- (commandline -opc)
end

complete -c signin -f
complete -c signin -n __signin_is_gate -a '(__fish_complete_subcommand --fcs-skip=2)'

complete -c signin -l store -x -a 'sqlite:' -d 'Where the accounts are'
complete -c signin -l config -r -F -d 'A file of settings'
complete -c signin -s h -l help -d 'Show help'

complete -c signin -n __signin_is_form -l email -x -a '(__signin_emails)' -d 'The email that the form starts with'
complete -c signin -n __signin_is_form -l print -x -a 'token email json' -d 'Write that after signing in'
complete -c signin -n __signin_is_form -l password-stdin -d 'Read the password from standard input'
complete -c signin -n __signin_is_form -l plain -d 'Ask line by line, without a screen'
complete -c signin -n __signin_is_form -l attempts -x -d 'End after that many refused tries'
complete -c signin -n __signin_is_form -l timeout -x -d 'End after so many seconds without a key'
complete -c signin -n __signin_is_form -l validate -x -a 'live late' -d 'When errors are shown'
complete -c signin -n __signin_is_form -l hints -x -a 'auto on off' -d 'Suggest mail domains, and say that fields are valid'
complete -c signin -n __signin_is_form -l theme -r -F -a '(__signin_themes)' -d 'The colours'
complete -c signin -n __signin_is_form -l mouse -x -a 'on off' -d 'Take clicks'
complete -c signin -n __signin_is_form -s V -l version -d 'Say which version this is'

complete -c signin -n __signin_at -a account -d 'Look after the accounts'
complete -c signin -n __signin_at -a session -d 'Check, list and end sessions'
complete -c signin -n __signin_at -a activity -d 'Who tried to sign in'
complete -c signin -n __signin_at -a config -d 'Look at the settings'
complete -c signin -n __signin_at -a themes -d 'Show the themes'
complete -c signin -n __signin_at -a doctor -d 'Is this machine fit for it?'
complete -c signin -n __signin_at -a help -d 'Show help'

complete -c signin -n '__signin_at account' -a add -d 'Add an account'
complete -c signin -n '__signin_at account' -a list -d 'List the accounts'
complete -c signin -n '__signin_at account' -a remove -d 'Remove an account'
complete -c signin -n '__signin_at account' -a password -d 'Change a password'
complete -c signin -n '__signin_at account' -a lock -d 'Let nobody sign in'
complete -c signin -n '__signin_at account' -a unlock -d 'End a lock'
complete -c signin -n '__signin_at account' -a import -d 'Add the accounts of a CSV file'
complete -c signin -n '__signin_at account' -a export -d 'Write the accounts as CSV'
complete -c signin -n '__signin_at session' -a verify -d 'Whose token it is'
complete -c signin -n '__signin_at session' -a list -d 'List sessions'
complete -c signin -n '__signin_at session' -a revoke -d 'End sessions'
complete -c signin -n '__signin_at config' -a show -d 'Show the settings in force'

for command in 'account password' 'account lock' 'account unlock' 'account remove' 'session list' activity
    complete -c signin -n "__signin_at $command" -a '(__signin_emails)' -d Account
end
complete -c signin -n '__signin_at session revoke' -a '(__signin_list \'$2 "\t" $1\' session list)'

complete -c signin -n '__signin_is account add' -l password-stdin -d 'Read the password from standard input'
complete -c signin -n '__signin_is account password' -l password-stdin -d 'Read both from standard input'
complete -c signin -n '__signin_is account password' -l reset -d 'Without the old password'
complete -c signin -n '__signin_is account import' -l keep-going -d 'Leave out bad rows'
complete -c signin -n '__signin_is account import' -F
complete -c signin -n '__signin_is account list' -l json -d 'Write one JSON object a line'
complete -c signin -n '__signin_is session list' -l json -d 'Write one JSON object a line'
complete -c signin -n '__signin_is session revoke' -l token-stdin -d 'The session of the token on standard input'
complete -c signin -n '__signin_is session revoke' -l email -x -a '(__signin_emails)' -d 'All sessions of an account'
complete -c signin -n '__signin_is session revoke' -l all -d 'All sessions of everybody'
complete -c signin -n '__signin_is activity' -l token-stdin -d 'Only of the owner of the token on standard input'
complete -c signin -n '__signin_is activity' -l search -x -a 'signed-in refused throttled cancelled pending' \
    -d 'Only tries that hold these words'
complete -c signin -n '__signin_is activity' -l limit -x -d 'At most that many'
complete -c signin -n '__signin_is activity' -l json -d 'Write one JSON object a line'
complete -c signin -n '__signin_is doctor' -l json -d 'Write one JSON object a line'
