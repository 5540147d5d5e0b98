/** What the operator panel says is wrong. */
import { expect, it } from 'vitest';
import { findTroubles, type KioskCondition } from '../../../main/core/panel/troubles.ts';

const FINE: KioskCondition = {
  printer: { kind: 'ready', paperLow: false, confirms: true },
  readers: [{ kind: 'ready' }],
  link: { kind: 'up' },
  hasServices: true,
  isClosed: false,
  lastPrint: 'printed',
};

const kinds = (change: Partial<KioskCondition>): readonly string[] =>
  findTroubles({ ...FINE, ...change }).map(({ kind }) => kind);

it('nothing, when all is well', () => {
  expect(kinds({})).toEqual([]);
});

it('the worst first: what keeps tickets from coming out, then the server, then the rest', () => {
  expect(
    kinds({
      printer: { kind: 'no-paper' },
      link: { kind: 'alone' },
      readers: [{ kind: 'ready' }, { kind: 'absent', detail: 'no such device' }],
      isClosed: true,
    }),
  ).toEqual(['no-paper', 'server-away', 'closed-here', 'reader-absent']);
});

it('what the device says of it', () => {
  const printer = { kind: 'fault', detail: 'the knife is stuck' } as const;
  expect(findTroubles({ ...FINE, printer })).toEqual([{ kind: 'printer-fault', detail: 'the knife is stuck' }]);
});

it('a last ticket that is not on paper, only where nothing else explains it', () => {
  expect(kinds({ lastPrint: 'doubtful' })).toEqual(['doubtful']);
  expect(kinds({ lastPrint: 'not-printed', printer: { kind: 'no-paper' } })).toEqual(['no-paper']);
  expect(kinds({ lastPrint: 'not-printed', printer: { kind: 'ready', paperLow: true, confirms: true } })).toEqual([
    'not-printed',
    'paper-low',
  ]);
});

it('a kiosk without services says so once, wherever it is said', () => {
  expect(kinds({ hasServices: false, link: { kind: 'down', reason: 'no-services' } })).toEqual(['no-services']);
});
