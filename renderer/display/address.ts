/** Display of this page, from its URL: `/display?device=display-1#key=tan_…`. */
export interface DisplayAddress {
  /** Empty when it does not say. */
  readonly device: string;
  /** The key of the device, in the part of the address that is never sent; empty without one. */
  readonly key: string;
}

export function displayAddress({ search, hash }: Pick<Location, 'search' | 'hash'>): DisplayAddress {
  return {
    device: new URLSearchParams(search).get('device') ?? '',
    key: new URLSearchParams(hash.slice(1)).get('key') ?? '',
  };
}
