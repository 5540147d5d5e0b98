/** What stands where on the screen. */
import { describe, expect, it } from 'vitest';
import { addCall, advance, SILENCE } from '../../../renderer/display/announcements.ts';
import { boardOf, longestWaits } from '../../../renderer/display/board.ts';
import { calledTicket, displayOf, eventService, liveState } from '../../fixtures/display-calls.ts';

const ticket = calledTicket;
const labels = (lines: ReturnType<typeof boardOf>['lines']): readonly string[] =>
  lines.map((line) => `${line.ticket.label}${line.isNew ? ' new' : ''}`);

describe('the board', () => {
  it('shows the newest open call, and the calls before it', () => {
    const state = liveState({
      calls: [ticket('A003'), ticket('A002')],
      last_calls: [ticket('A003'), ticket('A002'), ticket('A001', { state: 5 })],
    });
    const board = boardOf(displayOf(), state, SILENCE);
    expect(board).toMatchObject({ kind: 'calls', announcing: 0, focus: { label: 'A003' } });
    expect(labels(board.lines)).toEqual(['A002', 'A001']);
  });

  it('shows calls that wait for their turn at once, newest on top, however few lines there are', () => {
    const calls = ['A001', 'A002', 'A003', 'A004'].map((label) => ticket(label));
    const waiting = advance(
      calls.reduce((all, call) => addCall(all, call, false), SILENCE),
      0,
      8_000,
    );
    const state = liveState({ calls: calls.toReversed(), last_calls: [...calls.toReversed(), ticket('B001')] });
    const board = boardOf(displayOf({ last_calls: 2 }), state, waiting);
    expect(board.focus?.label).toBe('A001');
    expect(labels(board.lines)).toEqual(['A004 new', 'A003 new', 'A002 new']);
  });

  it('still announces a call that has ended meanwhile', () => {
    const ended = ticket('A001', { state: 4 });
    const running = advance(addCall(SILENCE, ended, false), 0, 8_000);
    const board = boardOf(displayOf(), liveState({ last_calls: [ended] }), running);
    expect(board).toMatchObject({ kind: 'calls', focus: { label: 'A001' }, lines: [] });
  });

  it('shows only the calls of its services, also after a transfer', () => {
    const display = { ...displayOf(), shows_all: false, services: displayOf().services.slice(1) };
    const handedOn = ticket('A001', { dst_service_id: 'taxes' });
    const state = liveState({
      calls: [ticket('A002'), handedOn],
      last_calls: [ticket('A002'), handedOn, ticket('B003', { service_id: 'taxes', dst_service_id: 'taxes' })],
    });
    const board = boardOf(display, state, SILENCE);
    expect(board.focus?.label).toBe('A001');
    expect(labels(board.lines)).toEqual(['B003']);
  });

  it('is idle without a call, and closed when all its services are', () => {
    expect(boardOf(displayOf(), liveState(), SILENCE).kind).toBe('idle');
    const services = [
      eventService('passports', { open: false, opens_at: '2026-11-21T09:00:00.000Z' }),
      eventService('taxes', { open: false, opens_at: '2026-11-20T14:00:00.000Z' }),
    ];
    expect(boardOf(displayOf(), liveState({ services }), SILENCE)).toMatchObject({
      kind: 'closed',
      opensAt: '2026-11-20T14:00:00.000Z',
    });
  });

  it('has only the queues of its services', () => {
    const display = { ...displayOf(), services: displayOf().services.slice(1) };
    const services = [eventService('passports', { waiting: 4 }), eventService('taxes', { waiting: 3 })];
    const board = boardOf(display, liveState({ services }), SILENCE);
    expect(board.services.map(({ service_id, waiting }) => [service_id, waiting])).toEqual([['taxes', 3]]);
  });

  it('names the three longest waits of open queues, longest first', () => {
    const queue = (id: string, next_wait: number, more = {}) => eventService(id, { waiting: 2, next_wait, ...more });
    const services = [
      queue('short', 60),
      queue('long', 900),
      queue('unknown', 0),
      queue('empty', 900, { waiting: 0 }),
      queue('closed', 900, { open: false }),
      queue('middle', 300),
      queue('shortest', 30),
    ];
    expect(longestWaits(services).map(({ service_id }) => service_id)).toEqual(['long', 'middle', 'short']);
  });

  it('stays open for calls after hours', () => {
    const services = [eventService('passports', { open: false }), eventService('taxes', { open: false })];
    const state = liveState({ services, calls: [ticket('A001')], last_calls: [ticket('A001')] });
    expect(boardOf(displayOf(), state, SILENCE).kind).toBe('calls');
  });
});
