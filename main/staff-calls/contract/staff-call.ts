/**
 * REST schemas of staff calls.
 *
 * A visitor at a kiosk calls staff with one touch.
 */
import Type, { type Static } from 'typebox';

/** Timeout of an unanswered call, of which the visitor is notified. */
export const STAFF_CALL_MS = 5 * 60_000;
/** Duration of a call after a clerk has accepted it; no further call can be made meanwhile. */
export const STAFF_COMING_MS = 3 * 60_000;

/** `asked`: a visitor calls staff; `coming`: a clerk has accepted. */
export const STAFF_CALL_CHANGES = ['asked', 'coming'] as const;
export type StaffCallChange = (typeof STAFF_CALL_CHANGES)[number];

/** Instants are epoch milliseconds. */
export interface StaffCall {
  readonly since: number;
  /** When it ends automatically. */
  readonly until: number;
  /** When a clerk accepted, and which one at which desk; null and empty before. */
  readonly takenAt: number | null;
  readonly userId: string;
  readonly deskId: string;
}

/** The call of a kiosk, which has at most one. */
export interface StaffCallAt extends StaffCall {
  readonly deviceId: string;
}

/** A call with its latest change. */
export interface StaffCallRecord extends StaffCallAt {
  readonly change: StaffCallChange;
}

const said = (description: string) => Type.String({ description });

/** Shape in events and webhooks; instants are ISO 8601 in UTC. */
export const StaffCallNewsSchema = Type.Object({
  change: Type.Enum([...STAFF_CALL_CHANGES], {
    description: '`asked`: a visitor has called staff; `coming`: a user has accepted the call.',
  }),
  device_id: said('The kiosk.'),
  device_name: said('Its name.'),
  since: said('Time of the call.'),
  until: said('Time at which the call ends automatically.'),
  desk_id: said('For `coming`: the desk of the user.'),
  user_id: said('For `coming`: name of the user. Staff only.'),
});
export type StaffCallNews = Static<typeof StaffCallNewsSchema>;
