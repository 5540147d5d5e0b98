/**
 * Name lookup that connects only to the checked address.
 *
 * What is connected to is what was looked at, however the name changes.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** The name leads nowhere that may be reached. */
export class AddressRefused extends Error {}

/** Leaves only addresses that may be reached. Not asked for a host that is an address itself. */
export function checkedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const good = found.filter(({ address }) => mayReach(address));
      const [first] = good;
      if (first === undefined)
        return callback(new AddressRefused(`${name} leads to no address that is allowed`), '', 0);
      if (options.all === true) callback(null, good);
      else callback(null, first.address, first.family);
    });
  };
}
