# bash completion for signin(1)

_signin() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} index path='' words=''
  COMPREPLY=()

  # Behind -- stands a command of its own.
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
    --validate) words='live late' ;;
    --theme) words='auto dark light high-contrast colour-blind mono classic' ;;
    --hints) words='auto on off' ;;
    --mouse) words='on off' ;;
    --config)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --store | --email | --attempts | --timeout | --search | --limit) return ;;
  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    return
  fi

  # Which command it is: the first two words, where there are that many.
  for ((index = 1; index < COMP_CWORD && index < 3; index++)); do
    [[ ${COMP_WORDS[index]} == -* ]] && break
    path+=${path:+ }${COMP_WORDS[index]}
  done
  case $path in
    '')
      words='--store --email --print --password-stdin --plain --attempts --timeout --validate --hints --theme --mouse
        --config --version --help'
      ((COMP_CWORD == 1)) && words+=' account session activity config doctor help'
      ;;
    account) words='add list remove password lock unlock import export --help' ;;
    session) words='verify list revoke --help' ;;
    config) words='show --help' ;;
    'account add'*) words='--password-stdin --store --config --help' ;;
    'account password'*) words='--reset --password-stdin --store --config --help' ;;
    'account import'*)
      words='--keep-going --store --config --help'
      if [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
      fi
      ;;
    'account list'* | 'session list'* | doctor*) words='--json --store --config --help' ;;
    'session revoke'*) words='--token-stdin --email --all --store --config --help' ;;
    activity*) words='--token-stdin --search --limit --json --store --config --help' ;;
    'account lock'* | 'account unlock'* | 'account remove'* | 'account export'* | 'session verify'* | 'config show'*)
      words='--store --config --help'
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _signin signin
