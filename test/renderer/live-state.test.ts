import { describe, expect, it } from 'vitest';
import type { EventMessage, EventTicket, LiveState } from '../../main/events/contract/events.ts';
import { applyEvent, type Live } from '../../renderer/shared/live-state.ts';

const head = { at: '2026-11-20T12:00:00.000Z', location: 'hall' };

function ticket(id: string, more: Partial<EventTicket> = {}): EventTicket {
  return { ticket_id: id, desk_id: 'desk-1', state: 2, label: id, ...more } as EventTicket;
}

const EMPTY: LiveState = { services: [], calls: [], last_calls: [], devices: [] };
const begun = (state: Partial<LiveState> = {}): Live => ({ seq: 10, state: { ...EMPTY, ...state } });

type Said<Message> = Message extends EventMessage ? Omit<Message, 'at' | 'location'> : never;

function apply(live: Live, ...messages: readonly Said<EventMessage>[]): Live {
  let now: Live = live;
  for (const message of messages) {
    const next = applyEvent(now, { ...head, ...message } as EventMessage);
    if (next === 'gap') throw new Error('a gap');
    now = next;
  }
  return now;
}

const put = (seq: number, change: Partial<EventTicket>) =>
  ({ type: 'ticket.changed', seq, ticket: ticket('A1', change) }) as const;
const labels = (tickets: readonly EventTicket[]): string[] => tickets.map(({ label }) => label);

describe('the place in the sequence', () => {
  const created = (seq: number) => ({ ...head, type: 'ticket.created', seq, ticket: ticket('A1') }) as EventMessage;

  it('takes the next change, and the one after it', () => {
    expect(applyEvent(begun(), created(11))).toMatchObject({ seq: 11 });
  });

  it('knows a gap', () => {
    expect(applyEvent(begun(), created(12))).toBe('gap');
    expect(applyEvent(null, created(11))).toBe('gap');
    expect(applyEvent(begun(), { ...head, type: 'alive', seq: 11 })).toBe('gap');
  });

  it('overlooks what it knows already', () => {
    const live = begun();
    for (const message of [created(10), created(3), { ...head, type: 'alive', seq: 10 } as EventMessage]) {
      expect(applyEvent(live, message)).toBe(live);
    }
  });

  it('begins again with a state, whatever its number', () => {
    const state = { ...EMPTY, calls: [ticket('A9')] };
    expect(applyEvent(begun(), { ...head, type: 'state', seq: 4, state })).toEqual({ seq: 4, state });
    expect(applyEvent(null, { ...head, type: 'state', seq: 4, state })).toEqual({ seq: 4, state });
  });
});

describe('calls', () => {
  it('come first, and end the one that was at that desk', () => {
    const { state } = apply(
      begun({ calls: [ticket('A1'), ticket('B1', { desk_id: 'desk-2' })], last_calls: [ticket('A1')] }),
      { type: 'ticket.called', seq: 11, ticket: ticket('A2') },
    );
    expect(labels(state.calls)).toEqual(['A2', 'B1']);
    expect(labels(state.last_calls)).toEqual(['A2', 'A1']);
  });

  it('appear once each among the last ones, at most twenty', () => {
    const last = Array.from({ length: 20 }, (_, index) => ticket(`A${index}`));
    const { state } = apply(
      begun({ last_calls: last }),
      { type: 'ticket.called', seq: 11, ticket: ticket('A5') },
      { type: 'ticket.called', seq: 12, ticket: ticket('B1') },
    );
    expect(labels(state.last_calls).slice(0, 3)).toEqual(['B1', 'A5', 'A0']);
    expect(state.last_calls).toHaveLength(20);
  });

  it('are renewed in their place when they are called again', () => {
    const known = [ticket('A2'), ticket('A1', { desk_id: 'desk-2' })];
    const { state } = apply(begun({ calls: known, last_calls: known }), {
      type: 'ticket.recalled',
      seq: 11,
      ticket: ticket('A1', { desk_id: 'desk-2', lang: 'pt_PT' }),
    });
    expect(labels(state.calls)).toEqual(['A2', 'A1']);
    expect(state.last_calls[1]).toMatchObject({ lang: 'pt_PT' });
  });

  it.each([
    ['ticket.paused', 3],
    ['ticket.cancelled', 4],
    ['ticket.transferred', 1],
    ['ticket.ended', 5],
  ] as const)('end with %s, and stay among the last ones', (type, after) => {
    const { state } = apply(begun({ calls: [ticket('A1')], last_calls: [ticket('A1')] }), {
      type,
      seq: 11,
      ticket: ticket('A1', { state: after }),
    });
    expect(state.calls).toEqual([]);
    expect(state.last_calls).toMatchObject([{ state: after }]);
  });

  it('continue into a new day, which has no last ones yet', () => {
    const { state } = apply(begun({ calls: [ticket('A1')], last_calls: [ticket('A1')] }), {
      type: 'queue.reset',
      seq: 11,
    });
    expect([labels(state.calls), labels(state.last_calls)]).toEqual([['A1'], []]);
  });
});

it('services and devices are replaced in their place, and new ones come last', () => {
  const service = (id: string, waiting: number) =>
    ({ service_id: id, name: id, waiting }) as LiveState['services'][number];
  const device = (id: string, connected: boolean) =>
    ({ device_id: id, name: id, connected }) as LiveState['devices'][number];
  const { state } = apply(
    begun({ services: [service('a', 1), service('b', 1)], devices: [device('k', false)] }),
    { type: 'service.changed', seq: 11, services: [service('a', 2), service('c', 0)] },
    { type: 'device.changed', seq: 12, devices: [device('k', true)] },
    { type: 'device.changed', seq: 13, devices: [] },
  );
  expect(state.services.map(({ service_id, waiting }) => [service_id, waiting])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
  expect(state.devices).toEqual([device('k', true)]);
});

describe('what staff put right', () => {
  const call = ticket('A1', { answer_id: 'a', called_at: '2026-11-20T11:00:00.000Z' });
  const later = ticket('A2', { answer_id: 'b', called_at: '2026-11-20T11:05:00.000Z' });
  const shown = begun({ calls: [call], last_calls: [later, call] });

  it('a call that never was is in no list', () => {
    const { state } = apply(shown, put(11, { state: 1, answer_id: '' }));
    expect([labels(state.calls), labels(state.last_calls)]).toEqual([[], ['A2']]);
  });

  it('a reverted end resumes the visit without a call', () => {
    const ended = begun({ last_calls: [later, { ...call, state: 5 }] });
    const { state } = apply(ended, { type: 'ticket.changed', seq: 11, ticket: call });
    expect([labels(state.calls), state.last_calls]).toEqual([['A1'], [later, call]]);
  });

  it('a ticket that waits again keeps its last call, and one that was never called gets none', () => {
    const again = { ...call, state: 1 };
    expect(apply(shown, { type: 'ticket.changed', seq: 11, ticket: again }).state).toMatchObject({
      calls: [],
      last_calls: [later, again],
    });
    expect(apply(begun(), put(11, { state: 1, answer_id: '' })).state.last_calls).toEqual([]);
  });
});
