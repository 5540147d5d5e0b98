/**
 * Several machines in one address, as `psql` takes them: `postgres://user@one:5432,two:5433/database`, or
 * `?host=/socket/one,/socket/two`. node-postgres knows one machine only, so each gets an address of its own.
 */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** The addresses, in their order. One that is not understood comes back as it is, for the driver to complain of. */
export function databaseHosts(url: string): readonly string[] {
  const parts = PARTS.exec(url);
  if (parts === null) return [url];
  const [, start = '', authority = '', path = '', search = ''] = parts;
  const query = new URLSearchParams(search);
  // Nothing else would do: see `pool.ts`.
  query.delete('target_session_attrs');
  const hosts = query.get('host')?.split(',') ?? [null];
  const ports = query.get('port')?.split(',') ?? [null];
  const places = hosts.length > 1 ? [authority] : authority.split(',');
  return places.flatMap((place) =>
    hosts.map((host, index) => {
      const own = new URLSearchParams(query);
      if (host !== null) own.set('host', host);
      // One port is that of all.
      const port = ports[index] ?? ports[0] ?? null;
      if (port !== null) own.set('port', port);
      return `${start}${place}${path}${own.size > 0 ? `?${own.toString().replaceAll('+', '%20')}` : ''}`;
    }),
  );
}

/** What the address asks of the machine, as libpq has it; we always need one that can be written. */
export function unsuitableTarget(url: string): string | null {
  const search = PARTS.exec(url)?.[4] ?? '';
  const wanted = new URLSearchParams(search).get('target_session_attrs');
  return wanted === null || wanted === 'read-write' || wanted === 'primary' ? null : wanted;
}
