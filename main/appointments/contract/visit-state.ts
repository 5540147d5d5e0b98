/**
 * State of an appointment's visit.
 *
 * `expected`: to come; `late`: the hour is over, and there is still time to check in; `here`: checked in, and waits;
 * `called`: somebody is with them; `served`; `missed`: nobody came, at all or when called; `left`: was here and went,
 * or was not called before the day ended; `off`: called off.
 */
export const VISIT_STATES = ['expected', 'late', 'here', 'called', 'served', 'missed', 'left', 'off'] as const;
export type VisitState = (typeof VISIT_STATES)[number];
