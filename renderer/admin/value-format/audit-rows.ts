/**
 * Audit entry in words, including entries of earlier versions.
 *
 * One row per value in a list.
 */
import type { AuditEntryView } from '../../../main/audit/contract/rest/audit.ts';
import { textsName } from '../model/language-name.ts';
import { instant } from '../model/words.ts';
import { leavesOf, readJson } from './leaves.ts';
import { linesOf } from './lines.ts';
import { nameWithin, pathName, pathOf } from './path-name.ts';
import { valueWords } from './value-words.ts';
import { joined, NOTHING, type ValueLine, type Wording } from './wording.ts';

type Field = AuditEntryView['fields'][number];

export interface FieldChangeRow {
  readonly name: string;
  /** Empty if the value did not exist. */
  readonly before: readonly ValueLine[];
  readonly after: readonly ValueLine[];
  /** The log records only that the value changed. */
  readonly hidden: boolean;
}

const QUESTION = /^(?<entry>questions\.\w+\[[^\]]*\])\.(?<field>.+)$/;
/** Entry of a list without ids, in the format of earlier versions. Codes of break reasons may be numbers too. */
const PLACE = /^(?<entry>(?!break_reasons\b).*\[\d+\])\.[^[\]]+$/;
/** Remote actions, and actions of staff at a device. */
const OF_CARE: ReadonlySet<string> = new Set(['asked', 'ended', 'done']);
/** Changes that a location inherited from its parent. */
const WITHIN = /^(?<part>service_groups|services|desks|devices)\((?<id>[^)]*)\)(?:\.(?<field>.+))?$/;
const MORE = /^\((?<count>\d+) more\)$/;

export function auditRows(wording: Wording, { collection, action, fields }: AuditEntryView): readonly FieldChangeRow[] {
  if (OF_CARE.has(action)) return fields.map((field) => careRow(wording, field));
  const rows: FieldChangeRow[] = [];
  const seen = new Set<string>();
  for (const each of fields) {
    const entry = (collection === 'forms' ? QUESTION : PLACE).exec(each.field)?.groups?.entry;
    if (entry === undefined) {
      rows.push(...plainRows(wording, collection, action, each));
      continue;
    }
    if (seen.has(entry)) continue;
    seen.add(entry);
    const all = fields.filter(({ field }) => field.startsWith(`${entry}.`));
    rows.push(
      ...(collection === 'forms' ? questionRows(wording, entry, all) : [placeRow(wording, collection, entry, all)]),
    );
  }
  return rows;
}

/** A remote action or an action at the device, with its result. */
function careRow({ t, language }: Wording, { field, after, hidden }: Field): FieldChangeRow {
  const [name = '', lang = ''] = pathOf(field);
  const row = (title: string, said: string): FieldChangeRow => ({
    name: title,
    before: [],
    after: words(said),
    hidden,
  });
  switch (name) {
    case 'action':
      return row(t('care.what'), t(`care.action.${after}`));
    case 'outcome':
      return row(t('care.became'), t([`care.outcome.${after}`, `care.state.${after}`]));
    case 'message':
      return row(t('care.message', { language: textsName(t, lang) }), after);
    case 'at':
      return row(t('care.when'), instant(after, language));
    default:
      return row(t('care.ticket'), after);
  }
}

function plainRows(wording: Wording, part: string, action: string, field: Field): readonly FieldChangeRow[] {
  if (field.field === 'undoes') {
    const { t, language } = wording;
    return [{ name: t('fields.undoes'), before: [], after: words(instant(field.after, language)), hidden: false }];
  }
  const more = MORE.exec(field.field)?.groups?.count;
  if (more !== undefined) return [{ name: `+ ${more}`, before: [], after: [], hidden: true }];
  const within = WITHIN.exec(field.field)?.groups;
  if (within !== undefined) {
    const { part: other = '', id = '', field: inner } = within;
    if (inner === undefined) {
      return [{ name: id, before: words(field.before), after: words(field.after), hidden: field.hidden }];
    }
    return plainRows(wording, other, action, { ...field, field: inner }).map((row) => ({
      ...row,
      name: `${id} · ${row.name}`,
    }));
  }
  const path = pathOf(field.field);
  const name = pathName(wording, part, path);
  if (field.hidden) return [{ name, before: [], after: [], hidden: true }];
  const [before, after] = [readValue(field.before), readValue(field.after)];
  // A missing layout means the short ticket, unless the location was just created.
  const isLayout = field.field === 'ticket_layout' && action === 'changed';
  const lines = (value: unknown, other: unknown): readonly ValueLine[] =>
    value === '' && !isLayout ? [] : linesOf(wording, part, path, value === '' ? [] : value, other === '' ? [] : other);
  return [{ name, before: lines(before, after), after: lines(after, before), hidden: false }];
}

/** A created or removed question shows its text; a changed one its differences. */
function questionRows(wording: Wording, entry: string, fields: readonly Field[]): readonly FieldChangeRow[] {
  const path = pathOf(entry);
  const [text] = fields.filter(({ field }) => field === `${entry}.question`);
  if (text !== undefined && (text.before === '') !== (text.after === '')) {
    const name = pathName(wording, 'forms', path.slice(0, -1));
    return [{ name, before: words(text.before), after: words(text.after), hidden: false }];
  }
  return fields.flatMap(({ field, before, after }) => {
    const [old, now] = [leavesOf(before, pathOf(field)), leavesOf(after, pathOf(field))];
    const paths = new Map([...old, ...now].map((leaf) => [leaf.path.join('\n'), leaf.path]));
    const find = (leaves: typeof old, key: string): unknown =>
      readValue(leaves.find((leaf) => leaf.path.join('\n') === key)?.value ?? '');
    return [...paths].flatMap(([key, each]): readonly FieldChangeRow[] => {
      const said = (leaves: typeof old): readonly ValueLine[] => {
        const value = find(leaves, key);
        return value === '' ? [] : words(valueWords(wording, 'forms', each, value));
      };
      const row = { before: said(old), after: said(now), hidden: false };
      if (row.before[0]?.words === row.after[0]?.words) return [];
      return [{ name: pathName(wording, 'forms', each), ...row }];
    });
  });
}

/** Changes of one entry in a list without ids, in the format of earlier versions. */
function placeRow(wording: Wording, part: string, entry: string, fields: readonly Field[]): FieldChangeRow {
  const said = (side: 'before' | 'after'): readonly ValueLine[] => {
    const all = fields
      .filter((field) => field[side] !== '')
      .map((field) => valueWords(wording, part, pathOf(field.field), readValue(field[side])))
      .filter((each) => each !== NOTHING);
    return words(joined(wording, all));
  };
  const path = pathOf(entry);
  return {
    name: `${pathName(wording, part, path.slice(0, -1))} · ${nameWithin(wording, part, path, path.length - 1)}`,
    before: said('before'),
    after: said('after'),
    hidden: false,
  };
}

function words(text: string): readonly ValueLine[] {
  return text === '' ? [] : [{ words: text, differs: false }];
}

/** Lists are stored as JSON, other values as they are. */
function readValue(text: unknown): unknown {
  if (typeof text !== 'string' || !text.startsWith('[')) return text;
  const read = readJson(text);
  return Array.isArray(read) ? read : text;
}
