#!/bin/bash
# Health check of a container: requests /healthz at the address that the server wrote into its data folder.
# Only TLS needs a Node process, which costs more CPU time than the answer.
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
    # The certificate is for the public name, not for the local address.
    exec node -e 'require("node:https").get(process.argv[1] + "/healthz", { rejectUnauthorized: false, timeout: 2000 },
      (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))' "$address"
    ;;
  *) exit 1 ;;
esac
