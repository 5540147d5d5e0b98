/** Explanation and fix for a failed listen, in one line. */

/** The first port that everybody may have, where a system keeps the lower ones for root. */
const FIRST_OPEN_PORT = 1024;

export function listenFault(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use; choose another with --port`;
  if (code === 'EACCES' && port < FIRST_OPEN_PORT) {
    const way = 'or put a proxy in front, which has the right to it: see docs/admin/reverse-proxy-tls.md';
    return `Port ${port} is not for ordinary users here; choose one from ${FIRST_OPEN_PORT} on, such as --port 8080, ${way}`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `--host ${host}: this machine has no such address; choose one of its own, 127.0.0.1 for this machine alone or 0.0.0.0 for all`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `--host ${host}: the name is not known here; give an address, 127.0.0.1 for this machine alone or 0.0.0.0 for all`;
  }
  return `--host ${host} --port ${port}: cannot listen there (${message}); choose others with --host and --port`;
}
