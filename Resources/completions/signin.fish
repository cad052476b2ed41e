# fish completion for signin(1)

# The words so far after signin, without the options of the store, which may come anywhere; with "store" only those.
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
    not string match -qr '^(account|session|status|out|token|lock|activity|throttle|store|config|themes|doctor|help|--)$' -- (__signin_words words)
end

# Prints what awk makes of each row of a list; nothing if no store can be opened.
function __signin_list -a columns
    command timeout 2 signin $argv[2..] (__signin_words store) </dev/null 2>/dev/null | awk "NR > 1 { print $columns }"
end

function __signin_emails
    # An email that begins with - would be an option.
    __signin_list '$1' account list | string match -v -- '-*'
end

# Prints the program's themes and the user's own.
function __signin_themes
    string split ' ' 'auto dark light high-contrast colour-blind colour-blind-light mono classic'
    command timeout 2 signin themes </dev/null 2>/dev/null
end

# Whether a command after -- comes next.
function __signin_is_gate
    contains -- -- (commandline -opc)
end

complete -c signin -f
complete -c signin -n __signin_is_gate -a '(__fish_complete_subcommand --fcs-skip=2)'

complete -c signin -n 'not __signin_is store copy' -l store -x -a 'sqlite:' -d 'Store to use'
complete -c signin -n 'not __signin_is store copy' -l config -r -F -d 'Read settings from a file'
complete -c signin -s h -l help -d 'Print help'

complete -c signin -n __signin_is_form -l email -x -a '(__signin_emails)' -d 'Fill in this email'
complete -c signin -n __signin_is_form -l accounts -x -a 'signin pam signin,pam' -d 'Accounts that can sign in'
complete -c signin -n __signin_is_form -l print -x -a 'token email json' -d 'Print this after sign-in'
complete -c signin -n __signin_is_form -l password-stdin -d 'Read the password from standard input'
complete -c signin -n __signin_is_form -l code-stdin -d 'Read a code as the second line'
complete -c signin -n __signin_is_form -l plain -d 'Ask one line at a time'
complete -c signin -n __signin_is_form -l attempts -x -d 'Exit after this many failed attempts'
complete -c signin -n __signin_is_form -l timeout -x -d 'Exit after this many idle seconds'
complete -c signin -n __signin_is_form -l validate -x -a 'live late' -d 'When to show errors'
complete -c signin -n __signin_is_form -l hints -x -a 'auto on off' -d 'Suggest mail domains, confirm valid fields'
complete -c signin -n __signin_is_form -l theme -r -F -a '(__signin_themes)' -d 'Colours'
complete -c signin -n __signin_is_form -l mouse -x -a 'on off' -d 'Use the mouse'
complete -c signin -n __signin_is_form -l require -x -a 'second-step' -d 'Let only such accounts run the command'
complete -c signin -n __signin_is_form -l pty -d 'Give the command a terminal of its own'
complete -c signin -n __signin_is_form -l token-fd -d 'Let the command read its token'
complete -c signin -n __signin_is_form -l reuse -d 'Reuse the session of this terminal'
complete -c signin -n __signin_is_form -s V -l version -d 'Print the version'

complete -c signin -n __signin_at -a account -d 'Manage accounts'
complete -c signin -n __signin_at -a session -d 'Check, list and end sessions'
complete -c signin -n __signin_at -a status -d 'Print who is signed in here'
complete -c signin -n __signin_at -a out -d 'Sign out here'
complete -c signin -n __signin_at -a token -d 'Print the token of this session'
complete -c signin -n __signin_at -a lock -d 'Lock this terminal'
complete -c signin -n __signin_at -a activity -d 'List attempts and account changes'
complete -c signin -n __signin_at -a throttle -d 'Show and clear failures and waits'
complete -c signin -n __signin_at -a store -d 'Prepare a store in PostgreSQL'
complete -c signin -n __signin_at -a config -d 'Inspect the settings'
complete -c signin -n __signin_at -a themes -d 'Show the themes'
complete -c signin -n __signin_at -a doctor -d 'Check this machine'
complete -c signin -n __signin_at -a help -d 'Print help'

complete -c signin -n '__signin_at account' -a add -d 'Add an account'
complete -c signin -n '__signin_at account' -a list -d 'List the accounts'
complete -c signin -n '__signin_at account' -a remove -d 'Remove an account'
complete -c signin -n '__signin_at account' -a password -d 'Change a password'
complete -c signin -n '__signin_at account' -a lock -d 'Lock an account'
complete -c signin -n '__signin_at account' -a unlock -d 'Unlock an account'
complete -c signin -n '__signin_at account' -a second-step -d 'Tell or turn off two-step sign-in'
complete -c signin -n '__signin_at account' -a recovery -d 'Make new recovery codes'
complete -c signin -n '__signin_at account' -a link -d 'Let a user of another provider sign in'
complete -c signin -n '__signin_at account' -a unlink -d 'Remove a link'
complete -c signin -n '__signin_at account' -a links -d 'List the users of other providers'
complete -c signin -n '__signin_at account' -a import -d 'Add the accounts from a CSV file'
complete -c signin -n '__signin_at account' -a export -d 'Print the accounts as CSV'
complete -c signin -n '__signin_at session' -a verify -d 'Print who a token belongs to'
complete -c signin -n '__signin_at session' -a list -d 'List active sessions'
complete -c signin -n '__signin_at session' -a revoke -d 'End sessions'
complete -c signin -n '__signin_at throttle' -a list -d 'List emails and sources with failures'
complete -c signin -n '__signin_at throttle' -a clear -d 'Forget failures'
complete -c signin -n '__signin_at store' -a migrate -d 'Make the tables of a store in PostgreSQL'
complete -c signin -n '__signin_at store' -a copy -d 'Copy a store into PostgreSQL'
complete -c signin -n '__signin_at config' -a show -d 'Show the current settings'

for command in 'account password' 'account lock' 'account unlock' 'account remove' 'account second-step' \
        'account recovery' 'account link' 'account unlink' 'account links' 'session list' activity 'throttle clear'
    complete -c signin -n "__signin_at $command" -a '(__signin_emails)' -d Account
end
complete -c signin -n '__signin_at session revoke' -a '(__signin_list \'$2 "\t" $1\' session list)'

complete -c signin -n '__signin_is account add' -l password-stdin -d 'Read the password from standard input'
complete -c signin -n '__signin_is account password' -l password-stdin -d 'Read both from standard input'
complete -c signin -n '__signin_is account password' -l reset -d 'Give a password for one sign-in'
complete -c signin -n '__signin_is account second-step' -l remove -d 'Turn it off'
complete -c signin -n '__signin_is account import' -l keep-going -d 'Skip bad rows'
complete -c signin -n '__signin_is account import' -F
complete -c signin -n '__signin_is account list' -l json -d 'Print one JSON object per line'
complete -c signin -n '__signin_is account links' -l json -d 'Print one JSON object per line'
complete -c signin -n '__signin_is session list' -l json -d 'Print one JSON object per line'
complete -c signin -n '__signin_is session verify' -l token-fd -x -d 'Read the token from this descriptor'
complete -c signin -n '__signin_is session revoke' -l token-stdin -d 'The session of the token on standard input'
complete -c signin -n '__signin_is session revoke' -l email -x -a '(__signin_emails)' -d 'All sessions of an account'
complete -c signin -n '__signin_is session revoke' -l all -d 'Every session'
complete -c signin -n '__signin_is activity' -l token-stdin -d 'Only rows of the owner of the token on standard input'
complete -c signin -n '__signin_is activity' -l search -x -a 'signed-in refused throttled cancelled pending step-passed not-accepted' \
    -d 'Only rows with these words'
complete -c signin -n '__signin_is activity' -l limit -x -d 'Show at most this many'
complete -c signin -n '__signin_is activity' -l json -d 'Print one JSON object per line'
complete -c signin -n '__signin_is throttle list' -l json -d 'Print one JSON object per line'
complete -c signin -n '__signin_is throttle clear' -l source -x -d 'The failures from a source or uid'
complete -c signin -n '__signin_is throttle clear' -l all -d 'All failures'
complete -c signin -n '__signin_is status' -l json -d 'Print one JSON object'
complete -c signin -n '__signin_is lock' -l plain -d 'Ask for the password in a line'
complete -c signin -n '__signin_is doctor' -l json -d 'Print one JSON object per line'
