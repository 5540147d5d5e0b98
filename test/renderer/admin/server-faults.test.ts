/** What the server refuses of values that people type in the editors is said in their own words. */
import { expect, it } from 'vitest';
import { publicUrlFault } from '../../../main/lib/public-url.ts';
import { scheduleFault } from '../../../main/site/rules/opening-hours.ts';
import { parseSite } from '../../../main/site/rules/site.ts';
import { webhookUrlFault } from '../../../main/webhooks/rules/webhook-url.ts';
import { serverFaults } from '../../../renderer/admin/model/server-faults.ts';
import { question } from '../../forms/rules/form-site.ts';
import { keys, readTexts } from '../../helpers/locale-texts.ts';

const TEXTS = new Set(keys(readTexts('en', 'editor')));

it.each([
  ['an address for phones', publicUrlFault('queue'), 'address'],
  ['an address for phones', publicUrlFault('ftp://queue.example'), 'address'],
  ['an address for phones', publicUrlFault('https://a:b@queue.example'), 'plainAddress'],
  ['an address for phones', publicUrlFault('https://queue.example/?a'), 'plainAddress'],
  ['an address for phones', publicUrlFault('https://localhost'), 'ownAddress'],
  ['a receiver', webhookUrlFault('queue'), 'address'],
  ['a receiver', webhookUrlFault('ftp://queue.example'), 'address'],
  ['a receiver', webhookUrlFault('https://a:b@queue.example'), 'plainAddress'],
  ['a receiver', webhookUrlFault('https://queue.example/#a'), 'plainAddress'],
  ['hours', scheduleFault('Mo-Fr 9-'), 'hours'],
  ['hours', scheduleFault('PH off'), 'holidays'],
])('of %s: %s', (_what, words, key) => {
  expect(serverFaults([`field: ${words}`])).toMatchObject([{ path: 'field', key }]);
});

it('of everything else that can be typed', () => {
  const lunch = { id: '1', name: 'Lunch' };
  const good = { code: 'ok', name: 'Good' };
  const text = (config: object) => ({ config: { mask: 5, ...config } });
  const read = parseSite({
    settings: {
      mail_server: 'no server',
      mail_from: 'nobody',
      mail_user: 'ana',
      mail_security: 'none',
      keep_tickets: 3,
      trusted_networks: ['here'],
      allowed_hosts: ['not a name'],
      break_reasons: [lunch, lunch],
      public_url: 'queue',
    },
    locations: [
      { id: 'hall', name: 'Hall', timezone: 'UTC', follows: 'north' },
      { id: 'north', name: 'North', timezone: 'UTC', follows: 'south' },
      { id: 'south', name: 'South', timezone: 'Nowhere/Nothing', follows: 'south' },
      { id: 'west', name: 'West', timezone: 'UTC', follows: 'gone', schedule: 'Mo-' },
    ],
    services: [
      {
        id: 'taxes',
        name: 'Taxes',
        location: 'hall',
        first_ticket_number: 9,
        maxTicketNumber: 5,
        outcomes: [good, good],
      },
    ],
    desks: [{ id: 'one', name: 'Desk 1', location: 'hall', services: ['gone'] }],
    users: [
      { id: 'ana', username: 'ana', name: 'Ana' },
      { id: 'rui', username: 'ana', name: 'Rui' },
    ],
    devices: [
      {
        id: 'wall',
        name: 'Wall',
        type: 9,
        location: 'hall',
        display: { media: ['nothing', 'https://far.example/a.png'] },
      },
      { id: 'card', name: 'Reader', type: 7, location: 'hall', code: '42' },
      { id: 'card2', name: 'Reader', type: 7, location: 'hall', code: '42' },
    ],
    question_answer_types: [{ id: 'own', name: 'Own', type: 1, config: { mask: 5 } }],
    forms: [
      {
        id: 'form',
        name: 'Form',
        questions: {
          before: [
            { ...question('a', 'text'), qat_id: 'gone' },
            question('b', 'text', text({ regex: '(' })),
            question('c', 'text', text({ regex: '[0-9]+', example: 'abc' })),
            question('d', 'text', text({ regex: '[0-9]+', example: '123', length: 2 })),
            question('e', 'text', text({ regex: '(?:x{10}){900}' })),
            question('f', 'one of', { config: { options: ['Red', 'Red'] } }),
            question('g', 'one of', { config: { options: [''] } }),
            question('h', 'rating', { config: { to: 11 } }),
            question('i', 'text', { after: ['k', 'x'] }),
            question('j', 'text', { after: ['j', 'x'] }),
          ],
          during: [question('k', 'text')],
        },
      },
    ],
    report_keys: [{ id: 'key', name: 'Key', valid_until: '2026-02-31' }],
    webhooks: [{ id: 'hook', url: 'queue' }],
  });
  const said = serverFaults(read.ok ? [] : read.error);
  expect(said.length).toBeGreaterThan(30);
  expect(said.filter(({ key }) => !TEXTS.has(`faults.${key}`))).toEqual([]);
});

it('of a file as no editor writes it', () => {
  const hook = (at: number) => ({ id: `hook-${at}`, name: 'Hook', url: 'https://receiver.example' });
  const read = parseSite({
    wrong: true,
    settings: { public_url: 7, languages: 'en', api_authentication: 'yes', mail_port: 99_999, keep_tickets: -1 },
    locations: [
      { id: 'hall', name: 'x'.repeat(9_999), timezone: 'UTC', call_order: 'never', state: 'on', wrong: 1 },
      { id: '', name: '', ticket_layout: [{ part: 'number', size: 99, align: 'right' }] },
      7,
    ],
    services: [{ id: 'a b', name: ['A'], location: 'hall', max_waiting: 1.5, translations: [] }],
    webhooks: [...Array.from({ length: 51 }, (_, at) => hook(at)), { ...hook(51), secret: 'short' }],
  });
  const said = serverFaults(read.ok ? [] : read.error);
  expect(new Set(said.map(({ key }) => key))).toEqual(
    new Set(['unknownField', 'format', 'atLeast', 'atMost', 'tooLong', 'tooShort', 'tooMany', 'noChoice', 'required']),
  );
  expect(said.filter(({ key }) => !TEXTS.has(`faults.${key}`))).toEqual([]);
  expect(serverFaults(['(file): must be a JSON object'])).toMatchObject([{ key: 'format' }]);
});
