/**
 * Name lookup that connects only to the checked address.
 *
 * A name that resolves differently later (DNS rebinding) has no effect.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** No address of the name is allowed. */
export class AddressRefused extends Error {}

/** Filters the addresses of a name by `mayReach`. Not called for a host that is an address itself. */
export function checkedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const good = found.filter(({ address }) => mayReach(address));
      const [first] = good;
      if (first === undefined) return callback(new AddressRefused(`${name} resolves to no allowed address`), '', 0);
      if (options.all === true) callback(null, good);
      else callback(null, first.address, first.family);
    });
  };
}
