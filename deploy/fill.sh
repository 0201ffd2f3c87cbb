#!/bin/sh
# Fills the names in braces of a file with variables of the environment. The result has mode 0600, since many files hold
# passwords, and belongs to the account that is to read it; to root unless given:
#   deploy/fill.sh patroni.yml /etc/patroni/config.yml postgres
# Not `envsubst`: it also empties the `$name` of a shell script, and fills in nothing where a value is missing.
set -eu
target=$2
filled=$(mktemp "$target.XXXXXX")
trap 'rm -f "$filled"' EXIT
awk '
  {
    while (match($0, /[$][{][A-Z_]+[}]/)) {
      name = substr($0, RSTART + 2, RLENGTH - 3)
      if (!(name in ENVIRON)) { print FILENAME " needs a value for " name > "/dev/stderr"; exit 1 }
      printf "%s%s", substr($0, 1, RSTART - 1), ENVIRON[name]
      $0 = substr($0, RSTART + RLENGTH)
    }
    print
  }' "$(dirname "$0")/$1" > "$filled"
if [ $# -gt 2 ]; then chown "$3" "$filled"; fi
mv "$filled" "$target"
