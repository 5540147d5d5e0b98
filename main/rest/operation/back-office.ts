/** Ours: what all operations of the back office have in common. */

import { withoutSecrets } from '../../access/service/credential-changes.ts';
import type { Guesser, GuessLimits } from '../../access/service/guess-limits.ts';
import { codedRefusal } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { Device, SetupCollection, SiteSetup } from '../../site/contract/site.ts';
import { bookingView, branchBounds, branchView, mayHoldKey, withoutCards } from '../../site/rules/branch-bounds.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { RequestContext } from '../request-context.ts';

export const ADMIN = '/restapi/v2/admin';

/** Who may, and that these operations speak JSON alone: other bodies are for operations of the queue. */
export const backOffice = { roles: ['admin_site'], jsonOnly: true, jsonBody: true, takesLong: true } as const;
/** What administrators of a branch do too, with what is theirs. */
export const ofBranch = { ...backOffice, orRoles: ['admin_branch'] } as const;
/** What whoever looks at the whole house may read. */
export const ofOrganisation = { ...backOffice, orRoles: ['audit_view'] } as const;
/** What both may read. */
export const toRead = { ...backOffice, orRoles: ['admin_branch', 'audit_view'] } as const;
/** Appointments are also for those at the appointment desk. */
export const ofBookings = { ...backOffice, orRoles: ['admin_branch', 'appointments_desk'] } as const;
export const toReadBookings = { ...backOffice, orRoles: ['admin_branch', 'appointments_desk', 'audit_view'] } as const;

interface Asked extends Pick<RequestContext, 'caller' | 'keysAsked'> {
  readonly sites: SiteHolder;
}

/** Of a change by which its author could learn of things that they do not see. */
export interface Guessing extends Asked, Guesser {
  readonly guesses: GuessLimits;
}

/** The locations that the caller sees in the back office; null: all. */
function ownLocations({ caller, keysAsked }: Omit<Asked, 'sites'>): ReadonlySet<string> | null {
  if (!keysAsked || caller.kind !== 'user' || caller.user.locations.length === 0) return null;
  return new Set(caller.user.locations);
}

/** Whether things of that location are for the caller. */
export function isTheirs(asked: Omit<Asked, 'sites'>): (locationId: string) => boolean {
  const own = ownLocations(asked);
  return (id) => own === null || own.has(id);
}

/** The site as the caller sees it in the back office: all of it, or what belongs to their locations. */
export function officeFile(asked: Asked): SiteSetup {
  const { file } = asked.sites.current();
  const own = ownLocations(asked);
  const seen = own === null ? file : branchView(file, own);
  return seesSetUp(asked, own !== null) ? seen : bookingView(seen);
}

/** The same as it is answered: without secrets, and without the values of cards that the caller may not change. */
export function shownFile(asked: Asked): SiteSetup {
  const shown = withoutSecrets(officeFile(asked));
  const { caller, keysAsked, sites } = asked;
  if (!keysAsked || caller.kind !== 'user') return shown;
  const bounds = branchBounds(sites.current().file, caller.user.id);
  return bounds === null ? shown : withoutCards(shown, ({ location }) => bounds.locations.has(location));
}

/** Whether the caller sees how the house is set up, and not only where and when somebody may be booked. */
function seesSetUp({ caller, keysAsked }: Omit<Asked, 'sites'>, isBound: boolean): boolean {
  if (!keysAsked || caller.kind !== 'user') return true;
  return ['audit_view', isBound ? 'admin_branch' : 'admin_site'].some((role) => caller.roles.includes(role));
}

/** The refusal of something that the caller does not see; null for what they see, and for what is nowhere. */
export function unseen(asked: Asked, collection: SetupCollection, id: string): Refusal | null {
  const isIn = (file: SiteSetup): boolean => itemsOf(collection, file[collection]).byId(id) !== undefined;
  const isHidden = isIn(asked.sites.current().file) && !isIn(officeFile(asked));
  return isHidden ? { errno: ERRNO.outsideLocations, parameter: 'id' } : null;
}

/** The refusal to hand out the key of a staff device that can do more than the caller; null for every other device. */
export function beyondKey({ caller, keysAsked, sites }: Asked, device: Device): Refusal | null {
  if (!keysAsked || caller.kind !== 'user') return null;
  const bounds = branchBounds(sites.current().file, caller.user.id);
  if (bounds === null || mayHoldKey(device, bounds)) return null;
  return codedRefusal('device_key_too_powerful', { parameter: 'id' });
}

/**
 * Of a device that is to be made or changed. No two may have the same `code`, so that whoever does not see all devices can learn by a
 * refusal that a value is somebody's card: they may give as many new ones in a minute as a key may look up that are nobody's (107).
 */
export function cardGuess(asked: Guessing, { code = '' }: { readonly code?: unknown }): Refusal | null {
  if (code === '' || seesAll(asked)) return null;
  // What is theirs already they know.
  if (officeFile(asked).devices.some((device) => device.code === code)) return null;
  return guessed('card', asked);
}

/**
 * Of a new or changed user. No two have the same username, so that who sees some locations only could learn by a
 * refusal who works at others: they may give as many new names in a minute as cards.
 */
export function usernameGuess(asked: Guessing, { username = '' }: { readonly username?: unknown }): Refusal | null {
  if (username === '' || seesAll(asked)) return null;
  if (officeFile(asked).users.some((user) => user.username === username)) return null;
  return guessed('username', asked);
}

/** Counts it as a wrong guess: whether it was one is what the caller would like to know. */
function guessed(what: 'card' | 'username', { guesses, caller, address, now }: Guessing): Refusal | null {
  const guess = guesses.begin(what, { caller, address, now });
  if (!guess.ok) return guess.error;
  guess.value.end(false);
  return null;
}

/** Whether the caller sees what belongs to no location, or did once. */
export function seesAll(asked: Omit<Asked, 'sites'>): boolean {
  return ownLocations(asked) === null;
}
