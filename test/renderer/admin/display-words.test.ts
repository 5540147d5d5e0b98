/** What staff read of a display that cannot do what its settings want. */
import { expect, it } from 'vitest';
import { UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import { displayShortfalls } from '../../../renderer/admin/devices/display-words.ts';

const t = ((key: string, values: object) => `${key} ${Object.values(values).join(' of ')}`) as never;
const said = (display: object | undefined, status: object) =>
  displayShortfalls(
    t,
    { id: 'wall', ...(display === undefined ? {} : { display }) },
    { ...UNKNOWN_STATUS, ...status },
    'en',
  );

it('is empty for a display without problems or without a known state', () => {
  expect(said({ read_metres: 10, last_calls: 6 }, { readable_cm: 1000, list_lines: 6 })).toEqual([]);
  expect(said(undefined, {})).toEqual([]);
});

it('is from how far it can be read, never more than that, and how many lines it has room for', () => {
  expect(said({ read_metres: 8, last_calls: 4 }, { readable_cm: 799, list_lines: 4 })).toEqual([
    'live.tooFar 8 m of 7.9 m',
  ]);
  expect(said({ last_calls: 12 }, { readable_cm: 1200, list_lines: 5 })).toEqual(['live.fewLines 12 of 5']);
});

it('uses the defaults where a display has no settings', () => {
  expect(said(undefined, { readable_cm: 950, list_lines: 5 })).toEqual([
    'live.tooFar 10 m of 9.5 m',
    'live.fewLines 6 of 5',
  ]);
});
