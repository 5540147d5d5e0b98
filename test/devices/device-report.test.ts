/** Device reports: unknown fields are not stored, so that they cannot accumulate. */
import { expect, it } from 'vitest';
import { readDeviceReport } from '../../main/devices/service/presence/device-report.ts';

const said = (status: object) => readDeviceReport(JSON.stringify({ type: 'device.status', status }));

it.each([
  [
    'known and unknown fields',
    { screen: 'choose', of_a_newer_program: 'x', toString: 'x' },
    { screen: 'choose' },
    false,
  ],
  ['unknown fields alone, which are no word that the page runs', { of_a_newer_program: 1 }, {}, false],
  ['nothing but that the page runs', {}, {}, true],
])('%s', (_what, status, kept, runsOnly) => {
  expect(said(status)).toEqual({ status: kept, runsOnly });
});
