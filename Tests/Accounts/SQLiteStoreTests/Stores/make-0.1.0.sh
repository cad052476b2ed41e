#!/bin/bash
# Makes 0.1.0.db with the program of the first edition: make-0.1.0.sh SIGNIN FILE
# SIGNIN is built from commit 25b3cc9: swift build --product signin. It needs sqlite3 and tmux. The tokens of the sessions that
# stay open are printed; OlderStoresTests has them.
set -eu
signin=$1
file=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder" XDG_DATA_HOME="$folder" XDG_CONFIG_HOME="$folder" XDG_STATE_HOME="$folder"
store=$folder/signin.db
for cost in 65536:3 19456:2 262144:4; do
  printf '[hash]\nmemory-kib = %s\npasses = %s\n[throttle]\nfirst-blocking-failure = 100\n' \
    "${cost%:*}" "${cost#*:}" >"$folder/${cost%:*}.toml"
done
: >"$folder/blocking.toml"

# in_store SETTINGS ARGUMENT...
in_store() {
  settings=$1
  shift
  "$signin" "$@" --store "sqlite:$store" --config "$folder/$settings.toml"
}
sign_in() { # EMAIL PASSWORD SETTINGS [OPTION...]
  email=$1 password=$2 settings=$3
  shift 3
  printf '%s\n' "$password" | in_store "$settings" --password-stdin --email "$email" "$@" 2>/dev/null || true
}
rows() { sqlite3 "$store" "SELECT count(*) FROM attempt $*"; }
# Presses Esc, or kills the program, while it verifies the password.
cancelled() {
  tmux -L make-store new-session -d -x 80 -y 24 \
    "$signin --email dora@example.com --store sqlite:$store --config $folder/262144.toml"
  trap 'tmux -L make-store kill-server; rm -rf "$folder"' EXIT
  until tmux -L make-store capture-pane -p | grep -q dora@example.com; do sleep 0.1; done
  before=$(rows)
  tmux -L make-store send-keys lovelace1815 Enter
  while [ "$(rows)" = "$before" ]; do sleep 0.01; done
  tmux -L make-store send-keys Escape
  while [ "$(rows "WHERE outcome = 'cancelled'")" = 0 ]; do sleep 0.1; done
  tmux -L make-store kill-server
  trap 'rm -rf "$folder"' EXIT
}
killed() {
  before=$(rows)
  printf 'lovelace1815\n' >"$folder/password"
  "$signin" --password-stdin --email dora@example.com --store "sqlite:$store" --config "$folder/262144.toml" \
    <"$folder/password" >/dev/null 2>&1 &
  while [ "$(rows)" = "$before" ]; do sleep 0.01; done
  kill -KILL "$!"
  wait "$!" 2>/dev/null || true
}

printf 'lovelace1815\n' | in_store 65536 account add Ann@Example.com --password-stdin
printf 'lovelace1815\n' | in_store 65536 account add bob@example.com --password-stdin
printf 'lovelace1815\n' | in_store 19456 account add carl@example.com --password-stdin
printf 'lovelace1815\n' | in_store 262144 account add dora@example.com --password-stdin

# A row of each outcome.
sign_in ann@example.com lovelace1815 65536
sign_in bob@example.com lovelace1815 65536
in_store 65536 account lock bob@example.com
sign_in bob@example.com lovelace1815 65536
sign_in ann@example.com wrong-horse 65536
cancelled
sign_in ann@example.com lovelace1815 65536 --print token
sign_in carl@example.com lovelace1815 19456 --print token
# An email without an account that is blocked for long.
for _ in {1..12}; do sign_in eve@example.com wrong-horse 65536; done
for _ in {1..3}; do sign_in eve@example.com wrong-horse blocking; done
killed

sqlite3 "$store" 'PRAGMA journal_mode = DELETE; VACUUM; PRAGMA journal_mode = WAL' >/dev/null
cp "$store" "$file"
chmod 600 "$file"
