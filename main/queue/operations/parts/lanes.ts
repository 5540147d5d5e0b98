/**
 * Lanes of waiting tickets: general, by desk, by user.
 *
 * Of everybody, of one desk, of one user; and one of its own for each of these, where appointments stand that cannot
 * be next yet. So the next ticket is always the head of a lane that a desk calls from, and nothing is ever searched
 * for.
 */
import type { TicketRecord } from '../../contract/records.ts';

export const ANYBODY = '';
const HELD = 'h';
const DESK = 'd';
const USER = 'u';

export const deskLane = (deskId: string): string => `${DESK}${deskId}`;
export const userLane = (userId: string): string => `${USER}${userId}`;

/** The lanes that a desk calls from. */
export function callableLanes(deskId: string, userId: string): readonly string[] {
  return userId === '' ? [ANYBODY, deskLane(deskId)] : [ANYBODY, deskLane(deskId), userLane(userId)];
}

/** The lane of a waiting ticket. One that names desk and user is in the lane of the desk, see `callableFrom`. */
export function laneOf(ticket: Pick<TicketRecord, 'dstDeskId' | 'dstUserId'>): string {
  if (ticket.dstDeskId !== '') return deskLane(ticket.dstDeskId);
  return ticket.dstUserId === '' ? ANYBODY : userLane(ticket.dstUserId);
}

/**
 * The lanes from which a waiting ticket can be called: its own, and the user's if it names desk and user. It is stored in its
 * own lane only; engines find it from the other one by `dst_user_id`.
 */
export function callableFrom(lane: string, { dstUserId }: Pick<TicketRecord, 'dstUserId'>): readonly string[] {
  return dstUserId !== '' && lane.startsWith(DESK) ? [lane, userLane(dstUserId)] : [lane];
}

/** The user whose lane it is; empty of any other lane. */
export function userOf(lane: string): string {
  return lane.startsWith(USER) ? lane.slice(USER.length) : '';
}

export const heldLane = (lane: string): string => `${HELD}${lane}`;

export function isHeld(lane: string): boolean {
  return lane.startsWith(HELD);
}

/** The lane that a ticket joins when it is due. */
export function lanePastHold(lane: string): string {
  return isHeld(lane) ? lane.slice(HELD.length) : lane;
}
