/** The reach of device keys: the table of docs/admin/authentication.md is that of the code, and no key reaches another location. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../main/rest/operation.ts';
import { DEVICE_TYPE } from '../../main/site/contract/site.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';

const KINDS = Object.entries(DEVICE_TYPE);
const FOR_DEVICES = OPERATIONS.filter(({ devices }) => devices !== undefined);

const NAMES: Readonly<Record<keyof typeof DEVICE_TYPE, string>> = {
  kiosk: 'kiosk',
  virtualTicket: 'virtual ticket',
  appointments: 'appointments',
  concierge: 'concierge',
  extender: 'extender',
  qmPad: 'counter pad',
  cardReader: 'card reader',
  eticket: 'eticket',
  display: 'display',
};

/** One column for all kinds with the same permissions. */
function columns(): readonly { readonly title: string; readonly type: number }[] {
  const sets = new Map<string, { title: string; type: number }>();
  for (const [name, type] of KINDS) {
    const key = FOR_DEVICES.map(({ devices }) => devices?.includes(type)).join();
    const known = sets.get(key);
    const title = NAMES[name as keyof typeof DEVICE_TYPE];
    if (known === undefined) sets.set(key, { title, type });
    else known.title += `, ${title}`;
  }
  return [...sets.values()];
}

function table(): string {
  const kinds = columns();
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = FOR_DEVICES.map(({ method, path, devices }) => {
    const request = `\`${[method].flat().join(', ')} ${path.replaceAll(/:(\w+)/g, '<$1>')}\``;
    return row([request, ...kinds.map(({ type }) => (devices?.includes(type) === true ? 'yes' : 'no'))]);
  });
  const head = [row(['request', ...kinds.map(({ title }) => title)]), row(['---', ...kinds.map(() => '---')])];
  return [...head, ...lines].join('\n');
}

const KEYS_DOC = new URL('../../docs/admin/authentication.md', import.meta.url);

it('is the table of docs/admin/authentication.md', () => {
  const [, written = ''] =
    /<!-- device keys -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(readFileSync(KEYS_DOC, 'utf8')) ?? [];
  expect(written).toBe(table());
});

/** Returns only items of the caller's location, for any parameters. */
const SHRINKS: ReadonlySet<string> = new Set([
  'session',
  'counters',
  'locations',
  'services',
  'serverservices',
  'services_metadata',
  'displays',
]);
/** Responds that an item of another location does not exist. */
const UNKNOWN: ReadonlySet<string> = new Set(['device_lookup', 'appointment_lookup']);

let town: LockedTown;
const keys = new Map<number, string>();
let foreign: Readonly<Record<string, unknown>> = {};

beforeAll(async () => {
  const site = lockedSite();
  const here = KINDS.map(([, type]) => ({ id: `kind-${type}`, name: 'Here', type, location: 'hall' }));
  const card = { id: 'card-9', name: 'Card', type: DEVICE_TYPE.cardReader, location: 'clinic', code: '0099' };
  town = await openLockedTown({ site: { ...site, devices: [...(site.devices as object[]), ...here, card] } });
  for (const [, type] of KINDS) keys.set(type, await town.auth.newDeviceKey(`kind-${type}`));
  const chief = await town.keyOf('chief');
  const queue = (operation: string, parameters: object) =>
    town.ask('POST', `/restapi/v2/queuemanagement/${operation}`, chief, parameters);
  const drawn = (await queue('createticket', { service_id: 'blood' })).body.ticket;
  const called = (await queue('callnextticket', { desk_id: 'desk-9', user_id: 'chief', services: ['blood'] })).body
    .answer;
  foreign = {
    ...{ device_id: 'kiosk-9', service_id: 'blood', desk_id: 'desk-9', user_id: 'chief', location_id: 'clinic' },
    ...{ id: drawn.id, ticket_id: drawn.id, answer_id: called.id, current_answer: called.id, location: 'clinic' },
    ...{ services: ['blood'], dst_type: 'service', dst_id: 'blood', code: '0099', action_id: 'x', step_id: 'x' },
    ...{ holder: 'file', request: 'one', tickets: [], outcomes: [], state: 'break', reason: 'x', form_answers: {} },
    ...{ visitor: 'A', birthday: '1999-09-09' },
    ...{ text: 'A', action: 'reprint', ended: 'done', outcome: '', places: 1, list: 'next' },
  };
});
afterAll(() => town.close());

async function ask({ method, path }: Operation, key: string) {
  const isRead = [method].flat()[0] === 'GET';
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => String(foreign[name]));
  const texts = Object.entries(foreign).filter(([, value]) => typeof value === 'string') as [string, string][];
  const query = isRead ? `?${new URLSearchParams(texts)}` : '';
  return town.ask([method].flat()[0] ?? '', `${address}${query}`, key, foreign);
}

describe.each(FOR_DEVICES.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  it('returns nothing of another location', async () => {
    for (const type of operation.devices ?? []) {
      const { body } = await ask(operation, keys.get(type) ?? '');
      if (SHRINKS.has(name)) {
        expect(body.success).toBe(true);
        expect(JSON.stringify(body)).not.toMatch(/clinic|kiosk-9|blood|desk-9/);
      } else expect({ type, errno: body.errno }).toEqual({ type, errno: UNKNOWN.has(name) ? 6 : 105 });
    }
  });
});
