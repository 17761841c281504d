# On a fresh Debian with warplens.deb beside this file: scripts/deb-check runs it there, as root.
set -eu
cd "$(dirname "$0")"

ok() { echo "ok: $1"; }
fails() { echo "failed: $1" >&2; exit 1; }

# says WORDS COMMAND...
says() {
  words=$1
  shift
  told=$("$@") || fails "$*"
  case $told in *"$words"*) ok "$* says $words" ;; *) fails "$*: no '$words' in: $told" ;; esac
}

# shows NAME COMMAND...: an X server of its own has a window of that name once COMMAND has been run there.
shows() {
  name=$1
  shift
  # shellcheck disable=SC2016  # for the inner shell
  xvfb-run -a -s '-screen 0 1280x800x24' sh -c '
    name=$1
    shift
    "$@" & started=$!
    for try in $(seq 60); do
      if xwininfo -root -tree | grep -q "\"$name"; then
        sleep 3
        xwininfo -root -tree | grep -q "\"$name"
        exit
      fi
      sleep 1
    done
    exit 1' sh "$name" "$@" >shown.log 2>&1 || { cat shown.log; fails "no window '$name' of: $*"; }
  ok "$* opens a window, which stays"
}

apt-get update -qq
apt-get install -y -qq ./warplens.deb >apt.log 2>&1 || { tail -n 20 apt.log; fails "apt-get install ./warplens.deb"; }
ok "apt installs it, with what it depends on and recommends"

says "warplens $(dpkg-query -W -f='${Version}' warplens)" warplens --version
says "ok  GLFW" warplens doctor
says "5952" warplens trace transpose/tile --set rows=64 --set cols=96
says "" warplens trace transpose/tile -o 't one.wlens'
says "" warplens screenshot --lesson bank-conflicts --lang zh -o picture.png
[ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || fails "the picture is no PNG"
[ "$(wc -c <picture.png)" -gt 20000 ] || fails "the picture is empty"
ok "the picture is one"
! ldd "$(readlink -f /usr/bin/warplens)" | grep "not found" || fails "a library is missing"
[ -z "$(dpkg -V warplens)" ] || fails "files are not the package's: $(dpkg -V warplens)"

apt-get install -y -qq xvfb xauth x11-utils xdg-utils desktop-file-utils libglib2.0-bin >apt.log 2>&1 ||
  { tail -n 20 apt.log; fails "apt-get install xvfb …"; }
desktop-file-validate /usr/share/applications/warplens.desktop || fails "desktop-file-validate"
ok "the menu entry is valid"
says warplens.desktop xdg-mime query default x-scheme-handler/warplens
says warplens.desktop xdg-mime query default application/x-warplens-capture
says application/x-warplens-capture gio info -a standard::content-type 't one.wlens'
cp 't one.wlens' unnamed
says application/x-warplens-capture gio info -a standard::content-type unnamed

shows Warplens warplens
shows Warplens gio open 'warplens:1?lesson=padding&step=2'
shows Warplens gio open 't one.wlens'

apt-get purge -y -qq warplens >apt.log 2>&1 || { tail -n 20 apt.log; fails "apt-get purge"; }
left=$(find /usr /etc /var/lib -path /var/lib/dpkg -prune -o -path /var/lib/apt -prune -o -name '*warplens*' -print)
[ -z "$left" ] || fails "left behind: $left"
ok "it leaves nothing behind"
