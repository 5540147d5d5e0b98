/**
 * Reason for a rejected site change, which has no effect.
 */

import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';

export interface SiteFault {
  /** `invalid`: the result would have these faults. `forbidden`: the editor lacks permission. */
  readonly kind: 'invalid' | 'forbidden';
  /** Each with its path, as `desks[0].location: …`. */
  readonly faults: readonly string[];
}

export function invalid(faults: readonly string[]): SiteFault {
  return { kind: 'invalid', faults };
}

/** @param item first item that the editor cannot change, as `desks(d-1)` */
export function forbidden(item: string): SiteFault {
  return { kind: 'forbidden', faults: [`${item}: you cannot change this item`] };
}

/** 105 for a forbidden change; `refuseFaults` handles invalid ones. */
export function siteRefusal(
  { kind, faults }: SiteFault,
  refuseFaults: (faults: readonly string[]) => Refusal = invalidSite,
): Refusal {
  return kind === 'forbidden' ? codedRefusal('change_not_allowed', { faults }) : refuseFaults(faults);
}

/** Faults of such a refusal list neither references nor table rows. */
export function isForbidden({ errno }: Pick<Refusal, 'errno'>): boolean {
  return errno === ERRNO.outsideLocations;
}

export function invalidSite(faults: readonly string[]): Refusal {
  const first = faults[0]?.split(': ', 1)[0];
  return { errno: ERRNO.invalidParameters, ...(first === undefined ? {} : { parameter: first }), faults };
}

/** Fault paths with item ids instead of list positions. */
export function named(faults: readonly string[], file: object): readonly string[] {
  return faults.map((fault) =>
    fault.replace(/^(\w+)\[(\d+)\]/, (place, name: string, index: string) => {
      const items = (file as Readonly<Record<string, unknown>>)[name];
      const id = Array.isArray(items) ? items[Number(index)]?.id : undefined;
      return typeof id === 'string' ? `${name}(${id})` : place;
    }),
  );
}
