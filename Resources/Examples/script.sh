#!/bin/sh
token=$(signin --print token) || exit                # the form is on the terminal, the token in the variable
email=$(printf '%s\n' "$token" | signin session verify) || exit
echo "Hello, $email"
printf '%s\n' "$token" | signin session revoke --token-stdin
