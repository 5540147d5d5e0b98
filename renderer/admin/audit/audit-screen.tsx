/** Screen of the audit log. */

import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DEVICE_PART } from '../../../main/audit/contract/audit-export.ts';
import { CHECK_AUDIT_LOG, READ_AUDIT_LOG } from '../../../main/audit/contract/endpoints.ts';
import type { AuditCheckAnswer, AuditEntryView } from '../../../main/audit/contract/rest/audit.ts';
import { LIST_UNDOABLE_CHANGES } from '../../../main/site/contract/endpoints.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Of, SelectField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { COLLECTION_NAMES, isCollection } from '../model/collection-names.ts';
import { address } from '../model/router.ts';
import { fetchFile, saveFile } from '../model/save-file.ts';
import { instant } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { type DataColumn, DataTable } from '../parts/data-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { useUndo } from '../undo/use-undo.tsx';
import { auditRows } from '../value-format/audit-rows.ts';
import { InlineDiff } from '../value-format/value-diff.tsx';
import { useWording, type Wording } from '../value-format/wording.ts';

const ACTIONS: Readonly<Record<string, BadgeKind>> = { added: 'good', changed: 'info', removed: 'attention' };

/** Actions with few rows, which are shown expanded. */
const OPEN: ReadonlySet<string> = new Set(['changed', 'asked', 'ended', 'done']);

const PAGE = 50;

/** Longer than the server needs to verify the log. */
const CHECK_TIMEOUT_MS = 90_000;

/** Verifies the audit log and downloads it as a file. */
export function AuditIntegrityPanel({ filters }: { readonly filters: Readonly<Record<string, string>> }): JSX.Element {
  const { t, session, notices } = useAdmin();
  const [checked, setChecked] = useState<AuditCheckAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');

  const verify = async (): Promise<void> => {
    setBusy(true);
    setChecked(null);
    const answer = await session.rest.call(CHECK_AUDIT_LOG, {}, { timeoutMs: CHECK_TIMEOUT_MS });
    setBusy(false);
    if (answer.ok) setChecked(answer.value);
    else notices.tell('fault', failureText(t, answer.error));
  };
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    const period = {
      ...(from === '' ? {} : { from: startOf(from, 0) }),
      ...(to === '' ? {} : { until: startOf(to, 1) }),
    };
    setBusy(true);
    const answer = await fetchFile(session.rest, READ_AUDIT_LOG, { ...filters, ...period, format });
    setBusy(false);
    if (answer.ok) saveFile(`audit.${format}`, answer.value);
    else notices.tell('fault', failureText(t, answer.error));
  };
  return (
    <section class="card panel" aria-label={t('audit.integrity')}>
      <h2>{t('audit.integrity')}</h2>
      <div class="filters">
        <Button busy={busy} onClick={() => void verify()}>
          {t('audit.verify')}
        </Button>
      </div>
      <div role="status">{checked !== null && <Findings checked={checked} />}</div>
      <div class="filters even">
        <DateField label={t('report.from')} value={from} max={to} onInput={setFrom} />
        <DateField label={t('report.to')} value={to} min={from} onInput={setTo} />
        <Button busy={busy} onClick={() => void save('csv')}>
          {t('audit.exportCsv')}
        </Button>
        <Button busy={busy} onClick={() => void save('jsonl')}>
          {t('audit.exportLines')}
        </Button>
      </div>
    </section>
  );
}

function Findings({ checked }: { readonly checked: AuditCheckAnswer }): JSX.Element {
  const { t, language } = useAdmin();
  const { complete, verified, unchained, since, faults, fault_count } = checked;
  const isGood = fault_count === 0 && complete;
  return (
    <NoticeBox kind={isGood ? 'good' : 'attention'}>
      {fault_count > 0 && <p>{t('audit.altered', { entries: fault_count })}</p>}
      {isGood && since !== '' && (
        <p>{t('audit.unchanged', { since: instant(since, language.id.value), entries: verified })}</p>
      )}
      {!complete && <p>{t('audit.incomplete')}</p>}
      {unchained > 0 && <p>{t('audit.unchained', { entries: unchained })}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ kind, part, seq, until, entry_id }, place) => (
            <li key={place}>
              {t(`audit.fault.${kind}`, {
                entry: until > seq ? `${seq}–${until}` : entry_id || seq,
                part: partName(t, part),
              })}
            </li>
          ))}
        </ul>
      )}
    </NoticeBox>
  );
}

/** Name of the changed part as the lists show it; for a device, its id. */
function partName(t: TFunction, part: string): string {
  if (part.startsWith(DEVICE_PART)) return part.slice(DEVICE_PART.length);
  const names: Readonly<Record<string, string>> = {
    changes: t('nav.audit'),
    appointments: t('nav.appointments'),
    reads: t('nav.personal_data'),
    exports: t('audit.action.exported'),
  };
  return names[part] ?? part;
}

/** Start of a day in the browser's time zone. */
function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** All changes, newest first: author, time and each field with its old value. */
export function AuditScreen(): JSX.Element {
  const { t, session, site, router, language } = useAdmin();
  const [entries, setEntries] = useState<readonly AuditEntryView[]>([]);
  const [next, setNext] = useState('');
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [busy, setBusy] = useState(true);
  const { collection = '', item = '', user = '' } = router.place.value.query;
  const file = site.file.value;
  const wording = useWording();

  const filters = {
    ...(collection === '' ? {} : { collection }),
    ...(item === '' ? {} : { item_id: item }),
    ...(user === '' ? {} : { user_id: user }),
  };
  const read = async (before: string): Promise<void> => {
    setBusy(true);
    const asked = { limit: PAGE, ...(before === '' ? {} : { before }), ...filters };
    const answer = await session.rest.call(READ_AUDIT_LOG, asked);
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setEntries((older) => (before === '' ? answer.value.entries : [...older, ...answer.value.entries]));
    setNext(answer.value.next);
  };
  useEffect(() => {
    void read('');
  }, [collection, item, user, file]);

  const undo = useUndo();
  const undoable = useUndoable(entries);
  const [undoing, setUndoing] = useState<string | null>(null);
  const columns: readonly DataColumn<AuditEntryView>[] = [
    {
      id: 'at',
      label: t('audit.when'),
      value: ({ at }) => at,
      cell: ({ at }) => <time dateTime={at}>{instant(at, language.id.value)}</time>,
    },
    { id: 'who', label: t('audit.who'), value: (entry) => authorOf(t, entry), cell: (entry) => authorOf(t, entry) },
    {
      id: 'action',
      label: t('audit.done'),
      value: ({ action }) => t(`audit.action.${action}`),
      cell: ({ action }) => <Badge kind={ACTIONS[action] ?? 'info'}>{t(`audit.action.${action}`)}</Badge>,
    },
    {
      id: 'item',
      label: t('audit.what'),
      value: ({ item_name, item_id }) => item_name || item_id,
      cell: (entry) => <ItemName entry={entry} />,
    },
    {
      id: 'changes',
      label: t('audit.changes'),
      cell: (entry) => <EntryRows wording={wording} entry={entry} />,
    },
    ...(undoable.size === 0
      ? []
      : [
          {
            id: 'undo',
            label: t('undo.do'),
            cell: ({ change_id, item_name, item_id }: AuditEntryView) =>
              undoable.has(change_id) && (
                <Button onClick={() => setUndoing(change_id)}>
                  {t('undo.do')}
                  <Of name={item_name || item_id} />
                </Button>
              ),
          },
        ]),
  ];
  const refine = (change: Readonly<Record<string, string>>): void =>
    router.refine({ collection, item, user, ...change });
  return (
    <Screen name="audit" title={t('nav.audit')}>
      <p class="lead">{t('audit.about')}</p>
      <div class="filters even">
        <SelectField
          label={t('audit.what')}
          value={collection}
          options={[
            { value: '', label: t('all') },
            ...[...COLLECTION_NAMES, 'settings', 'personal_data', 'audit'].map((id) => ({
              value: id,
              label: t(`nav.${id}`),
            })),
          ]}
          onChange={(value) => refine({ collection: value, item: '' })}
        />
        <SelectField
          label={t('audit.who')}
          value={user}
          options={[
            { value: '', label: t('all') },
            ...(file?.users ?? []).map(({ id, name, username }) => ({ value: id, label: name || username })),
          ]}
          onChange={(value) => refine({ user: value })}
        />
        {item !== '' && <Button onClick={() => refine({ item: '' })}>{t('audit.everything')}</Button>}
      </div>
      <AuditIntegrityPanel filters={filters} />
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <div class="audit">
        {(entries.length > 0 || !(busy || failure !== null)) && (
          <DataTable
            name="audit"
            caption={t('nav.audit')}
            columns={columns}
            rows={entries}
            rowId={({ id }) => id}
            empty={t('audit.none')}
            isPart
          />
        )}
      </div>
      {undoing !== null && (
        <UndoDialog
          count={undoable.get(undoing) ?? 0}
          onUndo={() => {
            setUndoing(null);
            void undo.undo(undoing);
          }}
          onClose={() => setUndoing(null)}
        />
      )}
      <p role="status">{busy ? t('loading') : ''}</p>
      {next !== '' && (
        <div>
          <Button busy={busy} onClick={() => void read(next)}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </Screen>
  );
}

/** Changes that can still be undone, with the number of their items. */
function useUndoable(entries: readonly AuditEntryView[]): ReadonlyMap<string, number> {
  const { session, rights } = useAdmin();
  const [undoable, setUndoable] = useState<ReadonlyMap<string, number>>(new Map());
  const mayUndo = rights.sees('transfer');
  useEffect(() => {
    if (!mayUndo || entries.length === 0) return;
    void session.rest.call(LIST_UNDOABLE_CHANGES, {}).then((answer) => {
      if (answer.ok) setUndoable(new Map(answer.value.changes.map(({ change_id, count }) => [change_id, count])));
    });
  }, [entries, mayUndo]);
  return undoable;
}

interface UndoDialogProps {
  readonly count: number;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Asks before an undo, which concerns all items of the change. */
function UndoDialog({ count, onUndo, onClose }: UndoDialogProps): JSX.Element {
  const { t } = useAdmin();
  return (
    <Dialog
      title={t('undo.title')}
      onClose={onClose}
      actions={
        <Button look="main" onClick={onUndo}>
          {t('undo.do')}
        </Button>
      }
    >
      <p>{t('undo.all', { number: count })}</p>
    </Dialog>
  );
}

function authorOf(t: TFunction, { by: { kind, id, name } }: AuditEntryView): string {
  return name || (kind === 'user' || kind === 'device' ? id : t(`audit.by.${kind}`));
}

/** Name of the changed item, with its kind; a link while it exists. */
function ItemName({ entry }: { readonly entry: AuditEntryView }): JSX.Element {
  const { t } = useAdmin();
  const { collection, action, item_id, item_name } = entry;
  if (collection === 'settings') return <strong>{t('nav.settings')}</strong>;
  return (
    <>
      {isCollection(collection) && action !== 'removed' ? (
        <a href={address([collection, item_id])} dir="auto">
          {item_name || item_id}
        </a>
      ) : (
        <strong dir="auto">{item_name || item_id}</strong>
      )}{' '}
      <span class="soft">{t(`nav.${collection}`)}</span>
    </>
  );
}

interface EntryRowsProps {
  readonly wording: Wording;
  readonly entry: AuditEntryView;
}

/** The changed fields, row by row; long entries are collapsed. */
function EntryRows({ wording, entry }: EntryRowsProps): JSX.Element | null {
  const { t } = wording;
  const rows = auditRows(wording, entry);
  if (rows.length === 0) return null;
  return (
    <details {...(OPEN.has(entry.action) && rows.length <= 4 ? { open: true } : {})}>
      <summary>
        {t('audit.fields', { count: rows.length })}
        <Of name={entry.item_name || entry.item_id} />
      </summary>
      <dl class="audit-fields">
        {rows.map(({ name, before, after, hidden }, place) => (
          <div key={place}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto" class={Math.max(before.length, after.length) > 1 ? 'audit-list' : undefined}>
              {hidden && <span class="soft">{t('audit.hidden')}</span>}
              {before.length > 0 && (
                <del>
                  <InlineDiff lines={before} />
                </del>
              )}{' '}
              {after.length > 0 && (
                <ins>
                  <InlineDiff lines={after} />
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
