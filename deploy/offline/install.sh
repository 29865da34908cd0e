#!/bin/sh
# Installs Cuvette from the folder that this file is in, which an offline archive was unpacked to, into another folder:
#   sh install.sh /opt/cuvette
# It needs no network and no rights but those to write there. CUVETTE_SETUP_PYTHON names the Python.
set -eu
fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ $# -eq 1 ] || fail 'Name the folder to install into: sh install.sh /opt/cuvette'
cd "$here"

# The whole archive, before anything is written.
for list in SHA256SUMS LINKS PYTHON; do
  [ -f "$list" ] || fail "The archive is not whole: $list is missing."
done
while IFS='	' read -r name goal; do
  [ "$(readlink -- "$name" 2>/dev/null)" = "$goal" ] || fail "The archive is not whole: the link $name is missing or changed."
done <LINKS
if ! wrong=$(LC_ALL=C sha256sum --check --quiet SHA256SUMS 2>/dev/null); then
  name=$(printf '%s\n' "$wrong" | head -n 1)
  case $name in
    *': FAILED open or read') fail "The archive is not whole: ${name%: FAILED open or read} is missing." ;;
    *': FAILED') fail "The archive is not whole: ${name%: FAILED} is not as it was packed." ;;
    *) fail 'The archive is not whole: SHA256SUMS cannot be read.' ;;
  esac
fi

[ "$(uname -s) $(uname -m)" = 'Linux x86_64' ] || fail "This archive is for Linux on x86-64, and this is $(uname -s) $(uname -m)."
wanted=$(cat PYTHON)
python=${CUVETTE_SETUP_PYTHON:-python$wanted}
found=$("$python" -c 'import sys, venv; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
  fail "$python was not found, or it has no module venv. Install Python $wanted, or name one with CUVETTE_SETUP_PYTHON."
[ "$found" = "$wanted" ] || fail "The packages in this archive are for Python $wanted, and $python is Python $found."

# The first line of a script that names its interpreter ends at a space.
case $1 in
  *[!A-Za-z0-9_./-]*) fail 'Name a folder by letters, digits, "_", "." and "-": programs are started by its name.' ;;
esac
mkdir -p -- "$1"
target=$(CDPATH='' cd -- "$1" && pwd)
[ -z "$(ls -A -- "$target")" ] || fail "$target is not empty. Name a new folder."
cp -R -p -P "$here/." "$target/"
rm -f "$target/install.sh" "$target/LINKS" "$target/PYTHON"
mv "$target/SHA256SUMS" "$target/.packed-SHA256SUMS"

# An environment of Python names its interpreter and its own place: it is made here, around the packages.
environment=$target/packages/compute/.venv
"$python" -m venv --without-pip "$environment"
for file in "$environment"/bin/*; do
  if [ -f "$file" ] && [ ! -L "$file" ] && [ "$(head -c 2 -- "$file")" = '#!' ]; then
    sed -i "1,3s|/[^ \"']*/packages/compute/\.venv/bin/|$environment/bin/|" "$file"
  fi
done
"$target/cuvette" --version >/dev/null || fail 'Cuvette was installed and does not start; the message above says why.'
printf 'Installed into %s. Start it with: %s/cuvette serve\n' "$target" "$target"
