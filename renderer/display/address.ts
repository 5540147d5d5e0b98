/** Display of this page, from its URL: `/display?device=display-1#key=tan_…`. */
export interface DisplayAddress {
  /** Empty if not given. */
  readonly device: string;
  /** Key of the device, in the URL fragment, which is never sent; empty without one. */
  readonly key: string;
}

export function displayAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): DisplayAddress {
  return {
    device: new URLSearchParams(search).get('device') ?? '',
    key: new URLSearchParams(hash.slice(1)).get('key') ?? '',
  };
}
