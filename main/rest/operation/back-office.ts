/** Common rules of back-office operations (extension). */

import { withoutSecrets } from '../../access/service/credential-changes.ts';
import type { Guesser, GuessLimits } from '../../access/service/guess-limits.ts';
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';
import type { Device, SetupCollection, SiteSetup } from '../../site/contract/site.ts';
import { bookingView, branchBounds, branchView, mayHoldKey, withoutCards } from '../../site/rules/branch-bounds.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { RequestContext } from '../request-context.ts';

export const ADMIN = '/restapi/v2/admin';

/** Common rules: administrators only, JSON only. */
export const backOffice = { roles: ['admin_site'], jsonOnly: true, jsonBody: true, takesLong: true } as const;
/** For administrators of locations too, within their locations. */
export const ofBranch = { ...backOffice, orRoles: ['admin_branch'] } as const;
/** For users with read access to the whole organisation too. */
export const ofOrganisation = { ...backOffice, orRoles: ['audit_view'] } as const;
/** For both of them. */
export const toRead = { ...backOffice, orRoles: ['admin_branch', 'audit_view'] } as const;
/** Appointments: also for the role `appointments_desk`. */
export const ofBookings = { ...backOffice, orRoles: ['admin_branch', 'appointments_desk'] } as const;
export const toReadBookings = { ...backOffice, orRoles: ['admin_branch', 'appointments_desk', 'audit_view'] } as const;

interface Asked extends Pick<RequestContext, 'caller' | 'keysAsked'> {
  readonly sites: SiteHolder;
}

/** Context of a change whose refusal can reveal data that its author does not see. */
export interface Guessing extends Asked, Guesser {
  readonly guesses: GuessLimits;
}

/** The locations that the caller sees in the back office; null: all. */
function ownLocations({ caller, keysAsked }: Omit<Asked, 'sites'>): ReadonlySet<string> | null {
  if (!keysAsked || caller.kind !== 'user' || caller.user.locations.length === 0) return null;
  return new Set(caller.user.locations);
}

/** Whether the caller can access items of that location. */
export function isTheirs(asked: Omit<Asked, 'sites'>): (locationId: string) => boolean {
  const own = ownLocations(asked);
  return (id) => own === null || own.has(id);
}

/** The site as the caller sees it in the back office: all of it, or the part of their locations. */
export function officeFile(asked: Asked): SiteSetup {
  const { file } = asked.sites.current();
  const own = ownLocations(asked);
  const seen = own === null ? file : branchView(file, own);
  return seesSetUp(asked, own !== null) ? seen : bookingView(seen);
}

/** The site for a response: without secrets, and without card values that the caller cannot change. */
export function shownFile(asked: Asked): SiteSetup {
  const shown = withoutSecrets(officeFile(asked));
  const { caller, keysAsked, sites } = asked;
  if (!keysAsked || caller.kind !== 'user') return shown;
  const bounds = branchBounds(sites.current().file, caller.user.id);
  return bounds === null ? shown : withoutCards(shown, ({ location }) => bounds.locations.has(location));
}

/** Whether the caller sees the configuration, and not only what booking needs. */
function seesSetUp({ caller, keysAsked }: Omit<Asked, 'sites'>, isBound: boolean): boolean {
  if (!keysAsked || caller.kind !== 'user') return true;
  return ['audit_view', isBound ? 'admin_branch' : 'admin_site'].some((role) => caller.roles.includes(role));
}

/** Refusal for an item that exists but is hidden from the caller; null for visible and for unknown items. */
export function unseen(asked: Asked, collection: SetupCollection, id: string): Refusal | null {
  const isIn = (file: SiteSetup): boolean => itemsOf(collection, file[collection]).byId(id) !== undefined;
  const isHidden = isIn(asked.sites.current().file) && !isIn(officeFile(asked));
  return isHidden ? { errno: ERRNO.outsideLocations, parameter: 'id' } : null;
}

/** Refusal to show the key of a staff device with more permissions than the caller; null for other devices. */
export function beyondKey({ caller, keysAsked, sites }: Asked, device: Device): Refusal | null {
  if (!keysAsked || caller.kind !== 'user') return null;
  const bounds = branchBounds(sites.current().file, caller.user.id);
  if (bounds === null || mayHoldKey(device, bounds)) return null;
  return codedRefusal('device_key_too_powerful', { parameter: 'id' });
}

/**
 * Rate limit for device codes. They are unique, so a caller who does not see all devices could find out by refusals
 * which values are cards. New values per minute have the same limit as card look-ups of unknown values (107).
 */
export function cardGuess(asked: Guessing, { code = '' }: { readonly code?: unknown }): Refusal | null {
  if (code === '' || seesAll(asked)) return null;
  // The codes of devices in the caller's scope are not secret to the caller.
  if (officeFile(asked).devices.some((device) => device.code === code)) return null;
  return guessed('card', asked);
}

/**
 * Rate limit for usernames. They are unique, so a caller who sees some locations only could find out by refusals who
 * works at others. The limit is that of cards.
 */
export function usernameGuess(asked: Guessing, { username = '' }: { readonly username?: unknown }): Refusal | null {
  if (username === '' || seesAll(asked)) return null;
  if (officeFile(asked).users.some((user) => user.username === username)) return null;
  return guessed('username', asked);
}

/** Counts as a wrong guess in any case: whether it was one must not be revealed. */
function guessed(what: 'card' | 'username', { guesses, caller, address, now }: Guessing): Refusal | null {
  const guess = guesses.begin(what, { caller, address, now });
  if (!guess.ok) return guess.error;
  guess.value.end(false);
  return null;
}

/** Whether the caller sees items without a location, current or former. */
export function seesAll(asked: Omit<Asked, 'sites'>): boolean {
  return ownLocations(asked) === null;
}
