#!/bin/sh
# Installs the gateway agent of Gatehouse as a systemd service, or replaces the installed one. On the gateway:
#   curl -fsSL @PLATFORM@/agent/install.sh | sudo sh -s -- --sn GH2026-0042
# The MQTT secret is read from GATEWAY_SECRET; if that is not set, the script prompts for it.
set -eu

platform='@PLATFORM@'
mqtt_url='@MQTT_URL@'
# The certificate authority of the platform, if it is a private one.
authority='@AUTHORITY@'
# The key by which the platform signs firmware; the agent installs no other firmware.
firmware_key='@FIRMWARE_KEY@'

usage() {
  cat <<'END'
Options:
  --sn SN            serial number of the gateway
  --mqtt-url URL     broker of the platform, in place of the address that the platform names
  --ca FILE          certificate authority of the platform, as PEM
  --manage-box       lets users of the platform change LAN, serial ports and location of this machine, and restart it
  --lan NAME         network interface that the PLCs are connected to, for --manage-box
  --prefix DIR       writes below DIR and does not start the service
The MQTT secret is asked for, or read from the environment variable GATEWAY_SECRET.
END
}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

read_options() {
  sn=''
  ca_file=''
  prefix=''
  manage_box=''
  lan=''
  while [ $# -gt 0 ]; do
    case "$1" in
      --help) usage; exit 0 ;;
      --manage-box) manage_box=yes; shift; continue ;;
      --sn | --mqtt-url | --ca | --lan | --prefix) [ $# -gt 1 ] || fail "$1 needs a value" ;;
      *) usage >&2; fail "unknown option $1" ;;
    esac
    case "$1" in
      --sn) sn=$2 ;;
      --mqtt-url) mqtt_url=$2 ;;
      --ca) ca_file=$2 ;;
      --lan) lan=$2 ;;
      --prefix) prefix=$2 ;;
    esac
    shift 2
  done
  sn=$(printf '%s' "$sn" | tr '[:lower:]' '[:upper:]')
  case "$sn" in
    '') fail 'the serial number is missing: --sn GH2026-0042' ;;
    *[!A-Z0-9-]*) fail 'the serial number has 4 to 32 letters, digits and hyphens' ;;
  esac
  case "$lan" in
    *[!A-Za-z0-9_.-]* | -*) fail "$lan is no network interface" ;;
  esac
  [ -z "$lan" ] || [ -n "$manage_box" ] || fail '--lan is for --manage-box'
  env_file=$prefix/etc/gatehouse-edge.env
  if [ -z "$prefix" ]; then
    [ "$(id -u)" = 0 ] || fail 'run this as root, with sudo'
    command -v systemctl >/dev/null || fail "this system has no systemd: start the agent by hand, see $platform/help"
  fi
  if [ -f "$env_file" ] && ! grep -qx "GATEWAY_SN=$sn" "$env_file"; then
    fail "another gateway is installed here: remove $env_file and /var/lib/gatehouse-edge first"
  fi
}

explain_node() {
  case "$(uname -m)" in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    armv7l) arch=armv7l ;;
    *) arch='<your processor>' ;;
  esac
  cat >&2 <<END
The agent needs Node 20 or newer; $1.
  Debian 13, Ubuntu 25.04 and newer:  apt-get install nodejs
  any other Linux:  download node-v22.x.x-linux-$arch.tar.xz from https://nodejs.org/dist/latest-v22.x/ and
                    unpack it: tar -xJf node-v22.*-linux-$arch.tar.xz -C /usr/local --strip-components=1
Then run this command again.
END
  exit 1
}

find_node() {
  node=$(command -v node) || explain_node 'there is none'
  version=$("$node" --version 2>/dev/null) || explain_node "$node does not run"
  major=${version#v}
  [ "${major%%.*}" -ge 20 ] || explain_node "$node is $version"
  case "$node" in
    /root/* | /home/*) fail "the service cannot read $node in a home folder: install Node for all users" ;;
  esac
}

read_secret() {
  secret=${GATEWAY_SECRET:-}
  if [ -z "$secret" ] && (: </dev/tty) 2>/dev/null; then
    printf 'MQTT secret of %s: ' "$sn" >/dev/tty
    saved=$(stty -g </dev/tty)
    stty -echo </dev/tty
    IFS= read -r secret </dev/tty || true
    stty "$saved" </dev/tty
    echo >/dev/tty
  fi
  case "$secret" in
    '') fail 'the MQTT secret is missing: set GATEWAY_SECRET' ;;
    *[!A-Za-z0-9_-]*) fail 'the MQTT secret has only letters, digits, - and _' ;;
  esac
}

# Prints what the platform may change on this machine; without --manage-box the previous settings are kept.
box_settings() {
  if [ -n "$manage_box" ]; then
    echo 'EDGE_MANAGE_BOX=yes'
    [ -z "$lan" ] || echo "EDGE_LAN_INTERFACE=$lan"
    [ ! -f "$env_file" ] || grep '^EDGE_SERIAL_PORTS=' "$env_file" || true
  elif [ -f "$env_file" ]; then
    grep -E '^EDGE_(MANAGE_BOX|LAN_INTERFACE|SERIAL_PORTS)=' "$env_file" || true
  fi
}

# Gives the service access to serial devices, and polkit permissions for network, modem and restart.
allow_box() {
  group=''
  for name in dialout uucp; do
    if getent group "$name" >/dev/null; then group=$name; break; fi
  done
  # polkitd, which is not root, reads the rules.
  (umask 022; mkdir -p "$prefix/etc/systemd/system/gatehouse-edge.service.d" "$prefix/etc/polkit-1/rules.d")
  cat >"$work/manage-box.conf" <<END
[Service]
PrivateDevices=no
DevicePolicy=closed
DeviceAllow=char-ttyS rw
DeviceAllow=char-ttyUSB rw
DeviceAllow=char-ttyACM rw
DeviceAllow=char-ttyAMA rw
${group:+SupplementaryGroups=$group}
END
  cat >"$work/polkit.rules" <<'END'
polkit.addRule(function (action, subject) {
  var allowed = [
    'org.freedesktop.NetworkManager.network-control',
    'org.freedesktop.NetworkManager.settings.modify.system',
    'org.freedesktop.ModemManager1.Location',
    'org.freedesktop.ModemManager1.Device.Control',
    'org.freedesktop.login1.reboot',
    'org.freedesktop.login1.reboot-multiple-sessions',
  ]
  if (subject.user == 'gatehouse-edge' && allowed.indexOf(action.id) >= 0) return polkit.Result.YES
})
END
  install -m 0644 "$work/manage-box.conf" "$prefix/etc/systemd/system/gatehouse-edge.service.d/manage-box.conf"
  install -m 0644 "$work/polkit.rules" "$prefix/etc/polkit-1/rules.d/60-gatehouse-edge.rules"
}

download() {
  if [ -n "$ca_file" ]; then
    curl -fsSL --cacert "$ca_file" -o "$2" "$platform/agent/$1" || fail "$platform/agent/$1 cannot be downloaded"
  else
    curl -fsSL -o "$2" "$platform/agent/$1" || fail "$platform/agent/$1 cannot be downloaded"
  fi
}

main() {
  read_options "$@"
  find_node
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  if [ -z "$ca_file" ] && [ -n "$authority" ]; then
    ca_file=$work/ca.pem
    printf '%s\n' "$authority" >"$ca_file"
  fi
  echo "Downloading the agent from $platform"
  download gatehouse-edge.mjs "$work/gatehouse-edge.mjs"
  download gatehouse-edge.mjs.sha256 "$work/gatehouse-edge.mjs.sha256"
  (cd "$work" && sha256sum -c gatehouse-edge.mjs.sha256 >/dev/null 2>&1) || fail 'the checksum of the agent is wrong'
  download gatehouse-edge.service "$work/gatehouse-edge.service"
  read_secret

  install -D -m 0644 "$work/gatehouse-edge.mjs" "$prefix/opt/gatehouse/gatehouse-edge.mjs"
  mkdir -p "$prefix/etc/systemd/system"
  umask 077
  {
    echo "GATEWAY_SN=$sn"
    echo "GATEWAY_SECRET=$secret"
    echo "MQTT_URL=$mqtt_url"
    echo "EDGE_FIRMWARE_KEY=$firmware_key"
    if [ -n "$ca_file" ]; then
      echo 'MQTT_CA_FILE=/etc/gatehouse-ca.pem'
    elif [ -f "$env_file" ]; then
      grep '^MQTT_CA_FILE=' "$env_file" || true
    fi
    box_settings
  } >"$work/env"
  install -m 0600 "$work/env" "$env_file"
  [ -z "$ca_file" ] || install -m 0644 "$ca_file" "$prefix/etc/gatehouse-ca.pem"
  sed "s|^ExecStart=/usr/bin/env node |ExecStart=$node |" "$work/gatehouse-edge.service" >"$work/unit"
  install -m 0644 "$work/unit" "$prefix/etc/systemd/system/gatehouse-edge.service"
  [ -z "$manage_box" ] || allow_box

  if [ -n "$prefix" ]; then
    echo "Installed below $prefix; the service was not started."
    return
  fi
  systemctl daemon-reload
  systemctl enable gatehouse-edge >/dev/null 2>&1
  systemctl restart gatehouse-edge
  echo "The agent of $sn runs and connects to $mqtt_url. Its log: journalctl -fu gatehouse-edge"
}

# Called last, so that a truncated download does nothing.
main "$@"
