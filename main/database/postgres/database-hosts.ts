/**
 * Several hosts in one address, in the format of `psql`.
 *
 * `postgres://user@one:5432,two:5433/database`, or `?host=/socket/one,/socket/two`. node-postgres supports one host
 * only, so each gets its own address.
 */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** The addresses in order. An invalid one is returned unchanged, for the driver to reject. */
export function databaseHosts(url: string): readonly string[] {
  const parts = PARTS.exec(url);
  if (parts === null) return [url];
  const [, start = '', authority = '', path = '', search = ''] = parts;
  const query = new URLSearchParams(search);
  // Removed because the pool always checks for a writable server, see `pool.ts`.
  query.delete('target_session_attrs');
  const hosts = query.get('host')?.split(',') ?? [null];
  const ports = query.get('port')?.split(',') ?? [null];
  const places = hosts.length > 1 ? [authority] : authority.split(',');
  return places.flatMap((place) =>
    hosts.map((host, index) => {
      const own = new URLSearchParams(query);
      if (host !== null) own.set('host', host);
      // A single port applies to all hosts.
      const port = ports[index] ?? ports[0] ?? null;
      if (port !== null) own.set('port', port);
      return `${start}${place}${path}${own.size > 0 ? `?${own.toString().replaceAll('+', '%20')}` : ''}`;
    }),
  );
}

/** Value of `target_session_attrs` that is not supported; we always need a writable server. */
export function unsuitableTarget(url: string): string | null {
  const search = PARTS.exec(url)?.[4] ?? '';
  const wanted = new URLSearchParams(search).get('target_session_attrs');
  return wanted === null || wanted === 'read-write' || wanted === 'primary' ? null : wanted;
}
