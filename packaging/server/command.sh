#!/bin/sh
# take-a-number-server: the server, and the tools that the documents call `npm run printer`, `reader`, `conformance`, `backup`, `restore` and `copy`.
set -e

home=$(dirname "$(readlink -f "$0")")/../lib/take-a-number
run() { exec "$home/node" "$home/dist/main/$@"; }
# The default is the data folder of the service. `serve` run by hand uses the folder of its user.
case "$1" in
  printer | backup | restore | copy | --check) export TAN_DATA="${TAN_DATA:-/var/lib/take-a-number}" ;;
esac

case "$1" in
  printer)
    # The default journal is that of this machine.
    case "$2 $*" in
      "journal "*--data*) ;;
      "journal "*) shift 2; run printer.js journal --data "$TAN_DATA" "$@" ;;
    esac
    shift
    run printer.js "$@"
    ;;
  reader)
    shift
    run reader.js "$@"
    ;;
  conformance)
    shift
    run conformance.js "$@"
    ;;
  backup | copy) run moving.js "$@" ;;
  restore)
    "$home/node" "$home/dist/main/moving.js" "$@"
    # Files that root creates there belong to the service.
    case " $* " in
      *" --data"*) ;;
      *) if [ "$(id -u)" = 0 ] && getent passwd take-a-number >/dev/null; then chown -R take-a-number: "$TAN_DATA"; fi ;;
    esac
    ;;
  *) run serve.js "$@" ;;
esac
