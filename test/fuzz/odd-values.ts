/** Values that programs have been known to stumble over. */
import type { Dice } from '../../demo/random.ts';

const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '9'.repeat(400),
  '0x10',
  'NaN',
  'true',
  'FALSE',
  'null',
  'undefined',
  '[]',
  '{}',
  '["local-taxes"]',
  '[[[[',
  '[1,null,{}]',
  '{"a":',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '\0',
  'a\0b',
  'a\ud800',
  '\udc00b',
  '\ufffe\uffff',
  '\u0001\u0008\u001f',
  '\u2028\u2029',
  '\u202eabc',
  '🎟️👩‍👩‍👧',
  'é'.normalize('NFD'),
  'ﷺ'.repeat(300),
  'x'.repeat(201),
  'x'.repeat(4001),
  'x'.repeat(20_000),
  ']]>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
  '&amp;&#0;<item key="">',
  "' OR 1=1 --",
  '"; DROP TABLE ticket; --',
  '%00%ff%zz',
  '../../../etc/passwd',
  '{{7*7}}',
  'a\r\nset-cookie: b',
  '2026-02-30 00:00:00',
  '2026-11-20 10:00:00',
  '9999-12-31 23:59:59',
  '0000-00-00 00:00:00',
  '2026-11-20T10:00:00Z',
  '(a+)+$',
  '(?<id>',
  'http://127.0.0.1:1/',
];

/** Ids of the demo site, and one that changes. */
export const IDS: readonly string[] = [
  'local-taxes',
  'passports',
  'identity-cards',
  'payments',
  'town-hall',
  'clinic',
  'desk-1',
  'desk-2',
  'clinic-reception-1',
  'counter1',
  'counter2',
  'supervisor',
  'kiosk-1',
  'reader-1',
  'card-demo-1',
  'appointment-1',
  'global-payments',
  'service',
  'desk',
  'user',
  '01900000-0000-7000-8000-000000000001',
  '01900000-0000-7000-8000-000000000101',
];

/** Opening hours up to the longest that there may be. */
const SCHEDULES: readonly string[] = [
  'Mo-Fr 09:00-16:00',
  Array.from({ length: 60 }, (_, minute) => `08:${String(minute).padStart(2, '0')}`).join('-09:00,'),
  'Mo 08:00-09:00; '.repeat(240),
  'Jan-Dec week 1-53/2 Mo-Su 00:00-24:00; PH off; easter +1 day off',
  `${'('.repeat(2_000)}Mo${')'.repeat(1_990)}`,
];

/** What a parameter of this name could well hold. */
export function fittingText(die: Dice, name: string, tickets: readonly string[]): string {
  switch (name) {
    case 'service_id':
      return die.pick(['local-taxes', 'passports', 'identity-cards', 'payments', 'residence']);
    case 'services':
      return die.pick(['', '["local-taxes","passports"]', 'payments']);
    case 'desk_id':
      return die.pick(['desk-1', 'desk-2', 'desk-3', 'desk-4']);
    case 'user_id':
      return die.pick(['counter1', 'counter2', 'counter3', 'counter4']);
    case 'location_id':
    case 'location':
      return 'town-hall';
    case 'device_id':
      return die.pick(['', 'kiosk-1', 'card-demo-1']);
    case 'dst_type':
      return die.pick(['service', 'desk', 'user']);
    case 'lang':
      return die.pick(['', 'en', 'pt-PT', 'ar', 'xx']);
    case 'form_id':
      return '01900000-0000-7000-8000-000000000001';
    case 'priority':
      return die.pick(['', 'true', '0']);
    case 'from':
    case 'to':
    case 'day':
    case 'date':
      return die.pick(['', '2016-12-01', '2026-01-01', '2026-11-20', '2026-11-27']);
    case 'file':
      return die.pick(['pdf', 'xlsx']);
    case 'table':
    case 'tables':
      return die.pick(['days', 'services', 'tickets', 'calls', '["days","tickets"]']);
    case 'schedule':
      return die.pick(SCHEDULES);
    case 'locations':
      return die.pick(['', '["town-hall"]', '["town-hall","clinic"]']);
    case 'reason':
      return 'left';
    case 'ticket_id':
    case 'answer_id':
    case 'id':
      return tickets.length === 0 ? '' : die.pick(tickets);
    default:
      return /number|quantity|^all_|^last_/.test(name) ? die.pick(['1', '5', '']) : '';
  }
}

export function oddText(die: Dice): string {
  return die.pick(TEXTS);
}

export function oddName(die: Dice): string {
  return die.pick(['__proto__', 'constructor', 'toString', 'a', 'format', 'filter', 'x'.repeat(300), '', '\0', '🎟️']);
}

/** Something that JSON can say; some of it only as text, such as halves of characters. */
export function oddJson(die: Dice, levels = 3): string {
  switch (die.below(levels > 0 ? 12 : 8)) {
    case 0:
      return die.pick(['1e999', '-0', '1e308', '1.5', '12345678901234567890', '0', '-1', '1e-400']);
    case 1:
      return die.pick(['true', 'false', 'null']);
    case 2:
      return die.pick(['"\\ud800"', '"\\u0000"', '"\\udc00\\ud800"', '"\\uffff"', '"\\u202e"']);
    case 3:
      return die.pick(['[', '{', '"', '01', '+1', "'a'", '{"a":1,}', 'NaN', '// x', '\ufeff1', '']);
    case 4:
    case 5:
    case 6:
      return JSON.stringify(oddText(die));
    case 7:
      return JSON.stringify(die.pick(IDS));
    case 8:
      return `[${Array.from({ length: die.below(4) }, () => oddJson(die, levels - 1)).join(',')}]`;
    case 9:
      return `{${Array.from({ length: die.below(4) }, () => `${JSON.stringify(oddName(die))}:${oddJson(die, levels - 1)}`).join(',')}}`;
    case 10: {
      const depth = die.pick([19, 20, 21, 500, 20_000]);
      return '['.repeat(depth) + ']'.repeat(depth);
    }
    default:
      return `[${Array.from({ length: die.pick([499, 500, 501, 3000]) }, () => '"a"').join(',')}]`;
  }
}
