import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PART_VIEWS } from '../../../renderer/admin/model/parts.ts';
import { keys, readTexts } from '../../helpers/locale-texts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const known = new Set(['admin', 'editor', 'staff', 'alarms'].flatMap((file) => keys(readTexts('en', file))));

it('there is a text for everything that the screens say', () => {
  const files = readdirSync(join(ROOT, 'renderer/admin'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const said = files.flatMap((name) =>
    [...readFileSync(join(ROOT, 'renderer/admin', name), 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  );
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((key) => !known.has(key))).toEqual([]);
});

it('what is loaded at the start says nothing of editors, and the two do not say one thing twice', () => {
  const start = new Set(keys(readTexts('en', 'admin')));
  expect(keys(readTexts('en', 'editor')).filter((key) => start.has(key))).toEqual([]);
  const files = [
    'frame.tsx',
    'navigation.ts',
    'parts/drafts-dialog.tsx',
    'parts/held-appointment.tsx',
    'parts/lazy.tsx',
  ];
  files.push('parts/preferences-dialog.tsx', 'parts/screen.tsx', 'parts/badge.tsx');
  const reports = readdirSync(join(ROOT, 'renderer/admin/reports')).map((name) => `reports/${name}`);
  const charts = readdirSync(join(ROOT, 'renderer/admin/charts')).map((name) => `charts/${name}`);
  const early = [...files, ...reports, ...charts].flatMap((name) =>
    [...readFileSync(join(ROOT, 'renderer/admin', name), 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  );
  expect(early).toContain('today.waiting');
  const staff = new Set(keys(readTexts('en', 'staff')));
  expect(early.filter((key) => !start.has(key) && !staff.has(key))).toEqual([]);
});

describe('the editors', () => {
  interface Schema {
    readonly items?: Schema;
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const schema = JSON.parse(readFileSync(join(ROOT, 'assets/schemas/site.schema.json'), 'utf8')) as Schema;
  /** Set by other fields, or meant for other programs alone. */
  const LEFT_OUT = [
    '$schema',
    'question_answer_types.config',
    'question_answer_types.expanded',
    'question_answer_types.selected',
    'forms.selected',
    // Chosen with the rights.
    'users.role_set',
    // Comes with what the location follows.
    'service_groups.follows',
    'services.follows',
    'desks.follows',
    'devices.follows',
  ];

  /** What does nothing yet is not offered; its values are kept as they are. */
  const NOT_YET = new Set([
    'location_group',
    't_profile_edit',
    'allow_multi_slot_appointments',
    'allow_automatic_confirmation',
    'question_group',
    'cloud',
    'users.schedule',
    'question_answer_types.permanent',
    // A shared service has no queue of its own: what opens, counts and is booked are those of the places.
    'server_services.schedule',
    'server_services.qm_enabled',
    'server_services.maxTicketNumber',
    'server_services.virtual_ticket_enabled',
    'server_services.app_schedule',
    'server_services.slot_time',
    'server_services.capacity',
  ]);
  const isNotYet = (part: string, field: string): boolean => NOT_YET.has(field) || NOT_YET.has(`${part}.${field}`);

  it('offer nothing that does nothing', () => {
    for (const [part, { sections }] of Object.entries(PART_VIEWS)) {
      const shown = sections.flatMap(({ fields }) => fields);
      expect(shown.filter((field) => isNotYet(part, field))).toEqual([]);
    }
  });

  it('show every field of the site file, each with a name', () => {
    const named = known;
    for (const [part, view] of Object.entries(PART_VIEWS)) {
      const given = schema.properties?.[part];
      const fields = Object.keys((given?.items ?? given)?.properties ?? {}).filter((field) => !isNotYet(part, field));
      const shown = view.sections.flatMap(({ fields: each }) => each);
      expect(fields.length, part).toBeGreaterThan(0);
      expect(
        fields.filter((field) => !shown.includes(field) && !LEFT_OUT.includes(`${part}.${field}`)),
        part,
      ).toEqual([]);
      expect(
        shown.filter((field) => !fields.includes(field)),
        part,
      ).toEqual([]);
      for (const field of shown) {
        expect(named.has(`fields.${field}`) || named.has(`fieldsOf.${part}.${field}`), `${part}.${field}`).toBe(true);
      }
      for (const { id } of view.sections) expect(named.has(`sections.${id}`), id).toBe(true);
    }
  });
});
