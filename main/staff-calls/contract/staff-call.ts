/**
 * REST schemas of staff calls.
 *
 * A visitor at a kiosk asks, by one touch, for somebody of the staff to come.
 */
import Type, { type Static } from 'typebox';

/** So long a call stands that nobody has answered; then it is over, and the visitor is told so. */
export const STAFF_CALL_MS = 5 * 60_000;
/** So long it stands once somebody has said that they are coming: no other one is made in this time. */
export const STAFF_COMING_MS = 3 * 60_000;

/** `asked`: a visitor wants somebody; `coming`: a clerk is on the way. */
export const STAFF_CALL_CHANGES = ['asked', 'coming'] as const;
export type StaffCallChange = (typeof STAFF_CALL_CHANGES)[number];

/** Instants are epoch milliseconds. */
export interface StaffCall {
  readonly since: number;
  /** It ends by itself. */
  readonly until: number;
  /** When somebody said that they are coming, and who, at which desk; null and empty before. */
  readonly takenAt: number | null;
  readonly userId: string;
  readonly deskId: string;
}

/** The call of a kiosk; each has one at most. */
export interface StaffCallAt extends StaffCall {
  readonly deviceId: string;
}

/** What has just happened to it. */
export interface StaffCallRecord extends StaffCallAt {
  readonly change: StaffCallChange;
}

const said = (description: string) => Type.String({ description });

/** As events and webhooks tell it; instants are ISO 8601 in UTC. */
export const StaffCallNewsSchema = Type.Object({
  change: Type.Enum([...STAFF_CALL_CHANGES], {
    description: '`asked`: a visitor wants somebody to come; `coming`: somebody of the staff is on the way.',
  }),
  device_id: said('The kiosk.'),
  device_name: said('Its name.'),
  since: said('When the visitor asked.'),
  until: said('When the call ends by itself.'),
  desk_id: said('Of `coming`: the desk from which somebody comes.'),
  user_id: said('Of `coming`: who comes. Staff only.'),
});
export type StaffCallNews = Static<typeof StaffCallNewsSchema>;
