#!/bin/sh
# A worker of the provider `test`, which knows one user: ada, with the password "correct horse". `dd` reads one message, and
# `jq` sends one. See the page on engines.
hear() { message=$(dd bs=65536 count=1 <&3 2>/dev/null); [ "$message" ] || exit; }
say() { printf %s "$message" | jq -cj "{number} + $1" >&3; }

hear
say '{worker: {version: {major: 2, minor: 0}}}'
hear
name=$(printf %s "$message" | jq -r .begin.conversation.login.name.text)
say '{ask: {question: {challenges: [{id: 1, kind: {password: {}}}]}}}'
password=$(dd bs=65536 count=1 <&3 2>/dev/null | tail -c +9)
if [ "$name:$password" = "ada:correct horse" ]; then
  say '{tell: {notice: {quotation: {words: "Welcome to the test.", weight: "information"}}}}'
  hear
  say '{proven: {id: "ada/1000"}}'
else
  say '{refused: {}}'
fi
