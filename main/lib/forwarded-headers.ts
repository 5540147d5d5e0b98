/** Headers of proxies and CDNs that name the original client. */
const NAMES = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'x-azure-clientip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'client-ip',
]);

/** @param name in lower case. */
export function isForwardingHeader(name: string): boolean {
  return name.startsWith('x-forwarded') || NAMES.has(name);
}

/** Whether any header says that the request was forwarded. Clients can send such headers too. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  for (const name in headers) {
    if (isForwardingHeader(name)) return true;
  }
  return false;
}
