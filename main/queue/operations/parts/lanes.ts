/**
 * Lanes of waiting tickets: general, by desk, by user.
 *
 * Each of them also has a held lane for appointments that are not due yet. So the next ticket is always the head of a
 * lane that the desk calls from, and no search is needed.
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

/** The lane of a waiting ticket. A ticket addressed to desk and user is in the desk's lane, see `callableFrom`. */
export function laneOf(ticket: Pick<TicketRecord, 'dstDeskId' | 'dstUserId'>): string {
  if (ticket.dstDeskId !== '') return deskLane(ticket.dstDeskId);
  return ticket.dstUserId === '' ? ANYBODY : userLane(ticket.dstUserId);
}

/**
 * The lanes from which a waiting ticket can be called: its own, and the user's if it is addressed to desk and user. It
 * is stored in its own lane only; the database finds it for the other one by `dst_user_id`.
 */
export function callableFrom(lane: string, { dstUserId }: Pick<TicketRecord, 'dstUserId'>): readonly string[] {
  return dstUserId !== '' && lane.startsWith(DESK) ? [lane, userLane(dstUserId)] : [lane];
}

/** The user of a user lane; empty for other lanes. */
export function userOf(lane: string): string {
  return lane.startsWith(USER) ? lane.slice(USER.length) : '';
}

export const heldLane = (lane: string): string => `${HELD}${lane}`;

export function isHeld(lane: string): boolean {
  return lane.startsWith(HELD);
}

/** The lane that a held ticket joins when it is due. */
export function lanePastHold(lane: string): string {
  return isHeld(lane) ? lane.slice(HELD.length) : lane;
}
