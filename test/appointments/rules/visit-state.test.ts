import { expect, it } from 'vitest';
import { visitState } from '../../../main/appointments/rules/visit-state.ts';
import { TICKET_STATE } from '../../../main/queue/contract/records.ts';

const MINUTE_MS = 60_000;
const bookedAt = Date.parse('2026-11-20T14:00:00Z');
const window = { opensAt: bookedAt - 30 * MINUTE_MS, closesAt: bookedAt + 15 * MINUTE_MS };
const booked = { state: 1, bookedAt, window };
const { waiting, paused, inService, cancelled, ended } = TICKET_STATE;

it.each([
  ['expected', -600],
  ['expected', 0],
  ['late', 1],
  ['late', 15],
  ['missed', 16],
])('whoever has not checked in is %s, %i minutes after the booked time', (state, minutes) => {
  expect(visitState(booked, null, bookedAt + minutes * MINUTE_MS)).toBe(state);
  expect(visitState({ ...booked, state: 0 }, null, bookedAt + minutes * MINUTE_MS)).toBe('off');
});

it.each([
  ['here', waiting, false],
  ['here', paused, false],
  ['called', inService, false],
  ['missed', cancelled, false],
  ['served', ended, true],
  ['left', ended, false],
] as const)(
  'whoever has checked in is %s with a ticket of state %i, whatever the hour and whatever was written since',
  (state, ticket, served) => {
    for (const at of [window.opensAt, window.closesAt + MINUTE_MS]) {
      expect(visitState(booked, { state: ticket, served }, at)).toBe(state);
      expect(visitState({ ...booked, state: 0 }, { state: ticket, served }, at)).toBe(state);
    }
  },
);
