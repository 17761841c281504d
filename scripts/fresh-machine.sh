# shellcheck shell=bash
# For scripts that need a fresh machine of a Debian release: a folder made by debootstrap, from the mirror that apt
# uses here (or that DEBIAN_MIRROR names). They source this in the repository's root.
#
#   go_apart "$@"                the script goes on as root; mounts that it makes are seen by nobody else and end
#                                with it, as do all processes
#   make_machine SUITE FOLDER
#   here COMMAND...              on that machine, with nothing of this one's environment

go_apart() {
  [ -z "${WARPLENS_APART:-}" ] || return 0
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  exec "${as_root[@]}" env WARPLENS_APART=1 DEBIAN_MIRROR="${DEBIAN_MIRROR:-}" \
    unshare --mount --pid --fork --kill-child "$0" "$@"
}

make_machine() {
  local suite=$1 mirror=$DEBIAN_MIRROR
  machine=$2
  command -v debootstrap >/dev/null || {
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends debootstrap
  }
  if [ -z "$mirror" ]; then
    # shellcheck disable=SC2016  # apt's variable
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -n 1)
    [ -n "$mirror" ] || {
      echo "$(basename "$0"): apt knows no mirror of Debian here; DEBIAN_MIRROR names one" >&2
      exit 1
    }
  fi

  echo "== $suite: a fresh machine"
  rm -rf --one-file-system "$machine"
  mkdir -p "$machine"
  # sid's script is that of all releases.
  debootstrap --variant=minbase "$suite" "$machine" "$mirror" /usr/share/debootstrap/scripts/sid >"$machine.log" ||
    { tail "$machine.log"; exit 1; }
  apt-config dump Acquire >"$machine/etc/apt/apt.conf.d/90host"
  mount -t proc proc "$machine/proc"
  mount --rbind /dev "$machine/dev"
}

here() {
  chroot "$machine" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb "$@"
}
