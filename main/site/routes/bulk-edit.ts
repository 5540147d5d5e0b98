/** REST operations for bulk edits and tables (extension). */

import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { siteEditor } from '../../access/service/caller.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { ofBranch, officeFile, seesAll } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { BULK_EDIT, IMPORT_TABLE, SET_ORDER } from '../contract/endpoints.ts';
import {
  BulkEditParameters,
  ImportTableParameters,
  MAX_REPORTED,
  MAX_TABLE_TEXT,
  ManyAnswer,
  OrderParameters,
  type TableFault,
} from '../contract/rest/bulk-edit.ts';
import { bulkEdit } from '../rules/bulk-edit/bulk-edit.ts';
import { readRows } from '../rules/bulk-edit/read-rows.ts';
import { changeMany, type ManyChanges, previewChange, type SiteEdit } from '../service/bulk-changes.ts';
import { isForbidden } from '../service/site-fault.ts';
import type { SiteHolder } from '../service/site-holder.ts';

/** Maximum total characters of the changed items. */
const MAX_BULK_LETTERS = 8_000_000;

interface ManyServices {
  readonly guesses: GuessLimits;
  readonly sites: SiteHolder;
}

/** Result of a change that was previewed or applied. */
export type PreviewResult = Promise<Result<ManyAnswer, Refusal>>;

/** Caller and target of a change. */
interface Looking extends Pick<RequestContext, 'caller' | 'keysAsked' | 'store' | 'undoable'> {
  readonly sites: SiteHolder;
}

interface Asked {
  readonly apply: boolean;
  readonly token: string;
}

export async function look(wish: SiteEdit, asked: Asked, context: Looking): PreviewResult {
  const found = await lookOrDo(wish, asked, context);
  return found.ok ? ok(told(found.value, asked.apply)) : found;
}

/** Previews or applies a change, and returns its details. */
export async function lookOrDo(
  wish: SiteEdit,
  { apply, token }: Asked,
  context: Looking,
): Promise<Result<ManyChanges, Refusal>> {
  const { sites, store } = context;
  const by = siteEditor(context);
  return apply ? changeMany(context, wish, by, token) : previewChange(store, sites.current().file, wish, by);
}

export function told({ changes, token }: Pick<ManyChanges, 'changes' | 'token'>, done: boolean): ManyAnswer {
  const first = changes.slice(0, MAX_REPORTED).map(({ fields, ...change }) => ({
    ...change,
    fields: fields.map(({ field, before, after }) => ({ field, before, after })),
  }));
  return { success: true, done, token, count: changes.length, changes: first, faults: [] };
}

/** Null if the text is no JSON object. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const bulk = ({ sites }: ManyServices) =>
  operation({
    name: 'admin_bulk_edit',
    area: 'admin',
    summary:
      'Sets fields of several items to one value. Without `apply` it returns a preview; pass its `token` to apply exactly that.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    isHeavy: true,
    endpoint: BULK_EDIT,
    ...ofBranch,
    parameters: BulkEditParameters,
    answer: ManyAnswer,
    async handle({ collection, ids, fields, ...asked }, context): PreviewResult {
      // Hidden items count as not existing.
      const seen = new Set(officeFile({ ...context, sites })[collection].map(({ id }) => id));
      const hidden = ids.find((id) => !seen.has(id));
      if (hidden !== undefined) return refuse(ERRNO.notFound, 'ids');
      const given = objectIn(fields);
      if (given === null) return refuse(ERRNO.invalidParameters, 'fields');
      if (fields.length * ids.length > MAX_BULK_LETTERS) {
        const error = 'The change is too large: select fewer items.';
        return fail({ errno: ERRNO.invalidParameters, parameter: 'ids', error });
      }
      const wish: SiteEdit = (file) => {
        const edited = bulkEdit(file, collection, ids, given);
        if ('file' in edited) return ok(edited.file);
        if (edited.fault.kind === 'missing') return refuse(ERRNO.notFound, 'ids');
        const error = `${edited.fault.field} cannot have the same value for several items.`;
        return fail({ errno: ERRNO.invalidParameters, parameter: 'fields', error });
      };
      return look(wish, asked, { ...context, sites });
    },
  });

const importTable = ({ guesses, sites }: ManyServices) =>
  operation({
    name: 'admin_import_csv',
    area: 'admin',
    summary:
      'Adds and changes locations, users, services, desks or devices from a table (CSV). Without `apply` it returns a preview. One invalid row rejects the whole table.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    guess: 'username',
    isHeavy: true,
    endpoint: IMPORT_TABLE,
    ...ofBranch,
    parameters: ImportTableParameters,
    mostBytes: MAX_TABLE_TEXT * 2,
    answer: ManyAnswer,
    async handle({ collection, location, table, ...asked }, context): PreviewResult {
      const here = { ...context, sites };
      const seen = officeFile(here);
      if (location !== '' && !seen.locations.some(({ id }) => id === location))
        return refuse(ERRNO.notFound, 'location');
      const { readTable } = await import('../service/read-table.ts');
      const read = await readTable(table);
      if (!read.ok) {
        return ok(wrong([{ line: read.error.line, column: '', kind: 'csv', value: read.error.why }]));
      }
      const idFor = (words: readonly string[]): string => madeId(collection, words);
      let lines: readonly { readonly line: number; readonly item: { readonly id: string } }[] = [];
      let faults: readonly TableFault[] = [];
      const wish: SiteEdit = async (file) => {
        const { heading, rows } = read.value;
        const found = await inSlices(readRows(heading, rows, { file: officeFile(here), collection, location, idFor }));
        lines = found.items;
        faults = found.faults;
        const given = new Map(found.items.map(({ item }) => [item.id, item]));
        const kept: readonly { readonly id: string }[] = file[collection];
        const known = new Set(kept.map(({ id }) => id));
        const fresh = [...given.values()].filter(({ id }) => !known.has(id));
        return ok({ ...file, [collection]: [...kept.map((item) => given.get(item.id) ?? item), ...fresh] });
      };
      // A caller who sees some locations only learns of one unknown username per request, within the rate limit.
      const isGuess = collection === 'users' && !seesAll(context);
      const guess = isGuess ? guesses.begin('username', context) : null;
      if (guess?.ok === false) return guess;
      let isStrange = false;
      try {
        const first = await previewChange(context.store, sites.current().file, wish, siteEditor(context));
        if (!first.ok && isForbidden(first.error)) return first;
        if (faults.length > 0) return ok(wrong(faults));
        if (!first.ok) {
          const ofRows = rowFaults(first.error.faults ?? [], collection, lines);
          const taken = isGuess ? ofRows.filter(({ column }) => column === 'username') : [];
          const strange = new Set(taken);
          isStrange = taken.length > 0;
          const shown = ofRows.filter((fault) => fault === taken[0] || !strange.has(fault));
          return ofRows.length > 0 ? ok(wrong(shown)) : first;
        }
        return await (asked.apply ? look(wish, asked, here) : ok(told(first.value, false)));
      } finally {
        if (guess?.ok === true) guess.value.end(!isStrange);
      }
    },
  });

/** Faults of rows, with their line. */
function rowFaults(
  faults: readonly string[],
  collection: string,
  lines: readonly { readonly line: number; readonly item: { readonly id: string } }[],
): readonly TableFault[] {
  const lineOf = new Map(lines.map(({ line, item }) => [item.id, line]));
  return faults.flatMap((fault): readonly TableFault[] => {
    const match = /^(\w+)\((.*?)\)\.?([^:]*): (.*)$/s.exec(fault);
    const line = match?.[1] === collection ? lineOf.get(match[2] ?? '') : undefined;
    return line === undefined ? [] : [{ line, column: match?.[3] ?? '', kind: 'site', value: match?.[4] ?? '' }];
  });
}

function wrong(faults: readonly TableFault[]): Static<typeof ManyAnswer> {
  return { success: true, done: false, token: '', count: 0, changes: [], faults: faults.slice(0, MAX_REPORTED) };
}

/** Deterministic id, so that preview and change agree. */
function madeId(collection: string, words: readonly string[]): string {
  const plain = words
    .filter((word) => word !== '')
    .join('-')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const hash = createHash('sha256')
    .update(JSON.stringify([collection, words]))
    .digest('hex')
    .slice(0, 6);
  return `${plain.slice(0, 60)}${plain === '' ? collection : ''}-${hash}`;
}

const order = ({ sites }: ManyServices) =>
  operation({
    name: 'admin_order',
    area: 'admin',
    summary:
      'Sorts the services or groups of a location in the order of `ids`; others follow. Without ids, it restores the default order.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: SET_ORDER,
    ...ofBranch,
    parameters: OrderParameters,
    answer: DoneAnswer,
    async handle({ collection, location, ids }, context) {
      const here = officeFile({ ...context, sites })[collection].filter((item) => item.location === location);
      const seen = new Set(here.map(({ id }) => id));
      const strange = ids.find((id) => !seen.has(id));
      if (strange !== undefined) return refuse(ERRNO.notFound, 'ids');
      const places = new Map(ids.map((id, place) => [id, place + 1]));
      const wish: SiteEdit = (file) => {
        const items: readonly { readonly id: string; readonly location: string; readonly position: number }[] =
          file[collection];
        const placed = items.map((item) => {
          const position = places.get(item.id) ?? 0;
          return item.location === location && item.position !== position ? { ...item, position } : item;
        });
        return ok({ ...file, [collection]: placed });
      };
      const done = await changeMany({ sites, store: context.store }, wish, siteEditor(context), '');
      return done.ok ? ok({ success: true }) : done;
    },
  });

export const manyOperations = (services: ManyServices): readonly Operation[] => [
  bulk(services),
  importTable(services),
  order(services),
];
