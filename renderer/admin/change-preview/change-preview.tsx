/** Preview of a change, with the button that applies it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ManyChange, TableFault } from '../../../main/site/contract/rest/bulk-edit.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { useUndo } from '../undo/use-undo.tsx';
import { FieldChanges, useFieldChanges } from './field-changes.tsx';
import type { Many } from './use-bulk-preview.ts';
import './change-preview.css';

interface ForeseenProps {
  readonly many: Pick<Many<never>, 'seen' | 'failure' | 'busy' | 'apply'>;
  readonly onDone: () => void;
}

/** What a change would do, with the button that applies it, or why it is refused. */
export function Foreseen({ many, onDone }: ForeseenProps): JSX.Element {
  const undo = useUndo();
  const w = useOfficeWords();
  const { seen, busy } = many;
  const apply = async (): Promise<void> => {
    const count = seen?.count ?? 0;
    if (!(await many.apply())) return;
    undo.tell(w('many.done', { number: count }));
    onDone();
  };
  return (
    <>
      <FailureBox failure={many.failure} />
      {seen !== null && seen.faults.length > 0 && <RowFaults faults={seen.faults} />}
      {seen !== null && seen.faults.length === 0 && (
        <section class="card section" aria-labelledby="foreseen">
          <div role="status">
            <h2 id="foreseen">{seen.count === 0 ? w('many.nothing') : w('many.would', { number: seen.count })}</h2>
          </div>
          <Changes changes={seen.changes} />
          {seen.count > seen.changes.length && <p class="soft">{w('many.first', { number: seen.changes.length })}</p>}
          {seen.count > 0 && (
            <div>
              <Button look="main" busy={busy} onClick={() => void apply()}>
                {w('many.apply')}
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

/** Each changed item with its location and its changed fields. */
export function Changes({ changes }: { readonly changes: readonly ManyChange[] }): JSX.Element {
  const { t } = useAdmin();
  const w = useOfficeWords();
  const rowsOf = useFieldChanges();
  const place = usePlace();
  return (
    <ul class="rows differences">
      {changes.map((change) => {
        const { collection, id, name, location, what } = change;
        return (
          <li key={`${collection}/${id}`} class="row">
            <span class="row-name" dir="auto">
              {name}
            </span>
            <span class="row-more">
              {[...place(location), t(`nav.${collection}`), w(`many.what.${what}`)].join(' · ')}
              {what === 'changed' && <FieldChanges rows={rowsOf(change)} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Name of a location; empty in a site with one location. */
function usePlace(): (id: string) => readonly string[] {
  const locations = useAdmin().site.file.value?.locations ?? [];
  const names = useMemo(() => new Map(locations.map(({ id, name }) => [id, name])), [locations]);
  return (id) => (names.size < 2 ? [] : [names.get(id) ?? id].filter((name) => name !== ''));
}

/** Faults by line of the spreadsheet. */
function RowFaults({ faults }: { readonly faults: readonly TableFault[] }): JSX.Element {
  const w = useOfficeWords();
  return (
    <div role="alert">
      <NoticeBox kind="fault">
        <p>{w('many.faults', { number: faults.length })}</p>
        <ul class="many-faults">
          {faults.map(({ line, column, kind, value }, place) => (
            <li key={place}>
              <b>{w('many.line', { line })}</b> <bdi>{w(`many.fault.${kind}`, { column, value })}</bdi>
            </li>
          ))}
        </ul>
      </NoticeBox>
    </div>
  );
}
