# bash completion for signin(1)

# Offers the values in that column of a list; nothing if no store can be opened.
_signin_offer() {
  local column=$1 typed=${word//\\/} masked=${word//\\?/__} head='' item
  shift
  # A word in quotation marks needs another kind of quoting.
  [[ $masked == *[\'\"\`\$]* ]] && return
  # bash replaces only the part from the last @ on, or else the part after the last =.
  if [[ $COMP_WORDBREAKS == *@* && $masked == *@* ]]; then
    head=${masked%@*}
  elif [[ $COMP_WORDBREAKS == *=* && $masked == *=* ]]; then
    head=${masked%=*}=
  fi
  head=${word:0:${#head}}
  # An email may hold special characters of the shell, so it is quoted. One that begins with - would be an option.
  while read -r item; do
    [[ $item == "$typed"* && $item != -* ]] || continue
    printf -v item %q "${item#"${head//\\/}"}"
    COMPREPLY+=("$item")
  done < <(
    command timeout 2 signin "$@" "${store[@]}" </dev/null 2>/dev/null |
      awk -v column="$column" 'NR > 1 { print $column }'
  )
}

_signin() {
  local line=${COMP_LINE:0:COMP_POINT} index path='' words=''
  # The words as typed: bash splits its own at @, = and : too.
  local -a typed store=()
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  local word=${typed[-1]} before=${typed[-2]}
  COMPREPLY=()

  # After -- comes a command of its own.
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ ${COMP_WORDS[index]} == -- ]]; then
      if declare -F _command_offset >/dev/null; then
        _command_offset $((index + 1))
      else
        mapfile -t COMPREPLY < <(compgen -c -- "$word")
      fi
      return
    fi
  done

  # The values of options.
  case $before in
    --print) words='token email json' ;;
    --require) words='second-step' ;;
    --validate) words='live late' ;;
    --theme)
      if [[ $word == */* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
      fi
      words="auto dark light high-contrast colour-blind colour-blind-light mono classic
        $(command timeout 2 signin themes </dev/null 2>/dev/null)"
      ;;
    --hints) words='auto on off' ;;
    --mouse) words='on off' ;;
    --config)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --accounts) words='signin pam signin,pam' ;;
    --store | --attempts | --timeout | --search | --limit | --source) return ;;
    --token-fd)
      # Only session verify wants a number.
      [[ " ${typed[*]} " == *' verify '* ]] && return
      ;;
  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi

  # The first two words name the command. The options of the store may come anywhere.
  local is_named=''
  for ((index = 1; index < ${#typed[@]} - 1; index++)); do
    case ${typed[index]} in
      --store | --config) store+=("${typed[index]}" "${typed[++index]}") ;;
      --store=* | --config=*) store+=("${typed[index]}") ;;
      -*) is_named=1 ;;
      *) [[ -n $is_named || $path == *' '* ]] || path+=${path:+ }${typed[index]} ;;
    esac
  done

  # Emails, and names of sessions.
  if [[ $before == --email ]]; then
    _signin_offer 1 account list
    return
  fi
  if [[ $word != -* ]]; then
    case $path in
      'account password' | 'account lock' | 'account unlock' | 'account remove' | 'account second-step' | \
        'account recovery' | 'account link' | 'account unlink' | 'account links' | 'session list' | 'activity' | 'throttle clear')
        _signin_offer 1 account list
        return
        ;;
      'session revoke')
        _signin_offer 2 session list
        return
        ;;
    esac
  fi
  case $path in
    '')
      words='--store --email --accounts --print --password-stdin --code-stdin --plain --attempts --timeout --validate --hints --theme
        --mouse --require --pty --token-fd --reuse --config --version --help'
      [[ -z $is_named ]] && words+=' account session status out token lock activity throttle store config themes doctor help'
      ;;
    account) words='add list remove password lock unlock second-step recovery link unlink links import export --help' ;;
    session) words='verify list revoke --help' ;;
    throttle) words='list clear --help' ;;
    store) words='migrate copy --help' ;;
    config) words='show --help' ;;
    'account add'*) words='--password-stdin --store --config --help' ;;
    'account password'*) words='--reset --password-stdin --store --config --help' ;;
    'account second-step'*) words='--remove --store --config --help' ;;
    'account import'*)
      words='--keep-going --store --config --help'
      if [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
      fi
      ;;
    'account list'* | 'account links'* | 'session list'* | 'throttle list'* | status | doctor*)
      words='--json --store --config --help'
      ;;
    'store copy'*) words='--help' ;;
    'session verify'*) words='--token-fd --store --config --help' ;;
    lock) words='--plain --store --config --help' ;;
    'session revoke'*) words='--token-stdin --email --all --store --config --help' ;;
    'throttle clear'*) words='--source --all --store --config --help' ;;
    activity*) words='--token-stdin --search --limit --json --store --config --help' ;;
    'account lock'* | 'account unlock'* | 'account remove'* | 'account recovery'* | 'account export'* | \
      'account link'* | 'account unlink'* | \
      'store migrate'* | 'config show'* | out | token | themes*)
      words='--store --config --help'
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _signin signin
