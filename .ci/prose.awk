# Prints each sentence of prose as FILE:LINE:, a tab and the sentence, with CODE for `code`. Prose is comments and names of tests in
# Swift and C, text in Markdown and mdoc(7), comments in make, shell and themes, and msgids of gettext.
BEGIN {
  while ((getline line < ".ci/glossary") > 0) {
    sub(/\t.*/, "", line)
    if (line ~ /^=/) given[++givens] = substr(line, 2)
    if (line ~ /^-/) exempt[++exempts] = substr(line, 2)
  }
}

FNR == 1 {
  finish()
  file = FILENAME
  kind = ""
  if (file ~ /\.(swift|c|h)$/) kind = "code"
  if (file ~ /\.md$/) kind = "markdown"
  if (file ~ /\.1$/) kind = "mdoc"
  if (file ~ /\.pot$/) kind = "gettext"
  if (file ~ /(^|\/)(Makefile|\.ci\/[^\/]*|[^\/]*\.theme)$/) kind = "script"
  for (i = 1; i <= exempts; i++) if (file ~ exempt[i]) kind = ""
  fenced = named = 0
}

kind == "code" {
  if (named || /@(Test|Suite)\("/) {
    finish()
    if (match($0, /"([^"\\]|\\.)*"/)) say(substr($0, RSTART + 1, RLENGTH - 2))
    finish()
  }
  named = /@(Test|Suite)\($/
  if (match($0, /^[ \t]*\/\/\/?( |$)/)) markdown(substr($0, RLENGTH + 1))
  else {
    finish()
    fenced = 0
    if (match($0, /[ \t]\/\/ /)) say(substr($0, RSTART + RLENGTH))
    finish()
  }
}

kind == "markdown" { markdown($0) }

kind == "mdoc" {
  if (/^\.(S[hs]|Pp|It|[BE][dl]|D[1l])/) finish()
  if (!/^\./) say($0)
  else if (sentence != "") say("CODE")
}

kind == "gettext" && /^msgid/ {
  finish()
  if (match($0, /".*"/)) say(substr($0, RSTART + 1, RLENGTH - 2))
}

kind == "script" {
  if (match($0, /^[ \t]*#+( |$)/)) say(substr($0, RLENGTH + 1))
  else {
    finish()
    if (match($0, /[ \t]##? /)) say(substr($0, RSTART + RLENGTH))
    finish()
  }
}

END { finish() }

# Adds a line of Markdown. A heading, list item or parameter begins a sentence. A table cell is a phrase: it begins with a bar.
function markdown(line, cells, count, i) {
  if (line ~ /^ *```/) {
    finish()
    fenced = !fenced
  }
  if (fenced || line ~ /^ *```/) return
  if (line ~ /^ *($|#|[-*|>] |[0-9]+\. )/) finish()
  if (line ~ /^ *#.*[^.?!]$/) line = line "."
  sub(/^ *(#+|[-*>]|[0-9]+\.) +/, "", line)
  sub(/^((Parameter )?[A-Za-z]+|Parameters|Returns|Throws): */, "", line)
  gsub(/\]\([^)]*\)|<[^>]*>|https?:[^ ]*|[*\[]/, "", line)
  count = split(line, cells, "|")
  for (i = 1; i <= count; i++) say(count > 1 ? "| " cells[i] "." : cells[i])
}

# Adds a line of text. It may end sentences and begin another.
function say(line) {
  gsub(/``[^`]*``|`[^`]*`/, "CODE", line)
  while (match(line, /[.!?][")]*( +|$)/)) {
    put(substr(line, 1, RSTART + RLENGTH - 1))
    line = substr(line, RSTART + RLENGTH)
    finish()
  }
  put(line)
}

function put(text) {
  if (text ~ /^[ \t]*$/) return
  if (sentence == "") start = FNR
  sentence = sentence " " text
}

function finish(i) {
  gsub(/[ \t]+/, " ", sentence)
  gsub(/^ | $/, "", sentence)
  for (i = 1; i <= givens; i++) gsub(given[i], "GIVEN", sentence)
  if (sentence != "") print file ":" start ":\t" sentence
  sentence = ""
}
