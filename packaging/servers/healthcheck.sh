#!/bin/bash
# Health check of a container: asks /healthz of the server, at the address that it has written into its data folder.
# Over HTTP that starts no Node, which takes more of a processor than the answer; only TLS needs it.
set -u
folder=${1:-/data}
address=$(sed -n 's/.*"address":"\([^"]*\)".*/\1/p' "$folder/running.json" 2>/dev/null)
case $address in
  http://*)
    place=${address#http://}
    host=${place%:*}
    host=${host#[}
    exec 3<>"/dev/tcp/${host%]}/${place##*:}" || exit 1
    printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
    read -r -t 2 _ status _ <&3 || exit 1
    [ "$status" = 200 ]
    ;;
  https://*)
    # The certificate is for the name that visitors use, not for this machine's own address.
    exec node -e 'require("node:https").get(process.argv[1] + "/healthz", { rejectUnauthorized: false, timeout: 2000 },
      (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))' "$address"
    ;;
  *) exit 1 ;;
esac
