import { describe, expect, it } from 'vitest';
import { type OwnDesk, sheetOf, stepsOf, whereIs } from '../../../renderer/counter/ticket-steps.ts';

const DESK: OwnDesk = { deskId: 'desk-1', served: new Set(['taxes']), mayCall: true };
const ticket = (
  state: number,
  more: { readonly desk_id?: string; readonly service?: string; readonly call?: string } = {},
) => ({
  state,
  desk_id: more.desk_id ?? '',
  dst_service_id: more.service ?? 'taxes',
  answer_id: more.call ?? 'a call',
});

describe('what can be done with a ticket', () => {
  it.each([
    ['waits', 1, ['call', 'change', 'remove']],
    ['is being served', 2, []],
    ['is paused', 3, ['call', 'requeue', 'remove']],
    ['did not come', 4, ['call', 'requeue']],
    ['was served', 5, ['continue', 'requeue']],
  ] as const)('that %s', (_name, state, steps) => {
    expect(stepsOf(ticket(state), DESK)).toEqual(steps);
  });

  it.each([
    ['waits', 1, ['change', 'remove']],
    ['is paused', 3, ['requeue', 'remove']],
    ['did not come', 4, ['requeue']],
    ['was served', 5, ['requeue']],
  ] as const)('that %s for a service of other desks: it is not called here', (_name, state, steps) => {
    expect(stepsOf(ticket(state, { service: 'weddings' }), DESK)).toEqual(steps);
  });

  it('excludes a direct call for users who may only call the next one', () => {
    expect(stepsOf(ticket(1), { ...DESK, mayCall: false })).toEqual(['change', 'remove']);
  });

  it('includes resuming only after a visit', () => {
    expect(stepsOf(ticket(5, { call: '' }), DESK)).toEqual(['requeue']);
    expect(stepsOf(ticket(5), DESK, false)).toEqual(['requeue']);
  });
});

it('a ticket in service is here or elsewhere', () => {
  expect(whereIs(ticket(2, { desk_id: 'desk-1' }), 'desk-1')).toBe('here');
  expect(whereIs(ticket(2, { desk_id: 'desk-2' }), 'desk-1')).toBe('elsewhere');
});

it('each is called from the list that has it', () => {
  expect([1, 3, 4, 5].map((state) => sheetOf(ticket(state), 'desk-1'))).toEqual([
    'waiting',
    'paused',
    'cancelled',
    'served',
  ]);
});
