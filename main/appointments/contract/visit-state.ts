/**
 * State of an appointment's visit.
 *
 * `expected`: before the visit; `late`: after the booked time, check-in is still possible; `here`: checked in and
 * waiting; `called`; `served`; `missed`: no-show; `left`: checked in but left, or was not called before the day ended;
 * `off`: cancelled.
 */
export const VISIT_STATES = ['expected', 'late', 'here', 'called', 'served', 'missed', 'left', 'off'] as const;
export type VisitState = (typeof VISIT_STATES)[number];
