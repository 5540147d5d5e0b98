/**
 * Panel of a location's parent and inheriting locations.
 *
 * Differences from the parent, with their reset; at a parent, the locations that inherit.
 */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { RESET_TO_MODEL } from '../../../main/site/contract/endpoints.ts';
import type { ManyChange } from '../../../main/site/contract/rest/bulk-edit.ts';
import { Button } from '../../shared/components/button.tsx';
import { FieldChanges, useFieldChanges } from '../change-preview/field-changes.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { useUndo } from '../undo/use-undo.tsx';
import '../change-preview/change-preview.css';

export function ModelPanel(): JSX.Element | null {
  const { part, item, saved, file } = useEditor();
  const w = useOfficeWords();
  if (saved === null) return null;
  const id = textOf(saved, 'id');
  const isPlace = part === 'locations';
  const [now, wanted] = [textOf(saved, 'follows'), textOf(item, 'follows')];
  const place = isPlace ? id : textOf(saved, 'location');
  const model = file.locations.find((each) => each.id === place)?.follows ?? '';
  const followers = isPlace ? file.locations.filter(({ follows }) => follows === id) : [];
  return (
    <section class="card panel" aria-labelledby="model-panel">
      <h2 id="model-panel">{w('model.title')}</h2>
      {model !== '' && (
        <p>
          <a class="link" href={address(['locations', model])} dir="auto">
            {w('model.follows', { name: file.locations.find((each) => each.id === model)?.name ?? model })}
          </a>
        </p>
      )}
      {now !== '' && wanted === now && <Others location={place} thing={isPlace ? null : { collection: part, id }} />}
      {followers.length > 0 && (
        <details>
          <summary>{w('model.followers', { number: followers.length })}</summary>
          <ul class="rows">
            {followers.slice(0, MAX_SHOWN).map((follower) => (
              <li key={follower.id} class="row">
                <a class="link" href={address(['locations', follower.id])} dir="auto">
                  {follower.name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const MAX_SHOWN = 200;

interface OthersProps {
  readonly location: string;
  readonly thing: { readonly collection: string; readonly id: string } | null;
}

/** Differences from the parent; those of a whole location on request. */
function Others({ location, thing }: OthersProps): JSX.Element {
  const undo = useUndo();
  const { saved } = useEditor();
  const w = useOfficeWords();
  const many = useMany(RESET_TO_MODEL);
  const back = useMany(RESET_TO_MODEL);
  const wish = { location, ...thing };
  useEffect(() => {
    if (thing !== null || many.seen !== null) void many.look(wish);
  }, [saved]);
  const finish = async (only: Partial<typeof wish> & { readonly field?: string }): Promise<void> => {
    if (!(await back.finish({ ...wish, ...only }))) return;
    undo.tell(w('model.done'));
    await many.look(wish);
  };
  const { seen } = many;
  const fields = seen?.changes.flatMap(byField).length ?? 0;
  const number = thing === null ? (seen?.count ?? 0) : fields;
  return (
    <>
      <FailureBox failure={many.failure} />
      <FailureBox failure={back.failure} />
      {thing === null && seen === null && (
        <div>
          <Button busy={many.busy} onClick={() => void many.look(wish)}>
            {w('model.look')}
          </Button>
        </div>
      )}
      {seen !== null && <p role="status">{seen.count === 0 ? w('model.same') : w('model.other', { number })}</p>}
      <ul class="rows differences">
        {seen?.changes.flatMap((change) =>
          (thing === null ? [change] : byField(change)).map((each) => (
            <Other
              key={`${each.collection}/${each.id}/${thing === null ? '' : each.fields[0]?.field}`}
              change={each}
              name={thing === null ? each.name : null}
              busy={back.busy}
              onBack={() =>
                void finish({
                  collection: each.collection,
                  id: each.id,
                  ...(thing === null ? {} : { field: topOf(each.fields[0]?.field ?? '') }),
                })
              }
            />
          )),
        )}
      </ul>
      {seen !== null && seen.count > 0 && (thing === null || fields > 1) && (
        <div>
          <Button busy={back.busy} onClick={() => void finish({})}>
            {w('model.all')}
          </Button>
        </div>
      )}
    </>
  );
}

interface OtherProps {
  readonly change: ManyChange;
  /** Null for the panel of one item, whose name is on the screen already. */
  readonly name: string | null;
  readonly busy: boolean;
  readonly onBack: () => void;
}

function Other({ change, name, busy, onBack }: OtherProps): JSX.Element {
  const { t } = useAdmin();
  const w = useOfficeWords();
  const rows = useFieldChanges()({ ...change, what: 'changed' });
  return (
    <li class="row">
      {name !== null && (
        <span class="row-name" dir="auto">
          {name} <span class="soft">· {t(`nav.${change.collection}`)}</span>
        </span>
      )}
      <span class="row-more">
        <FieldChanges rows={rows} />
      </span>
      <Button
        look="plain"
        busy={busy}
        label={w('model.backOf', { name: name ?? rows[0]?.name ?? '' })}
        onClick={onBack}
      >
        {w('model.back')}
      </Button>
    </li>
  );
}

/** Splits a change by top-level field, each with its nested fields. */
function byField(change: ManyChange): readonly ManyChange[] {
  const tops = new Set(change.fields.map(({ field }) => topOf(field)));
  return [...tops].map((top) => ({ ...change, fields: change.fields.filter(({ field }) => topOf(field) === top) }));
}

function topOf(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? field;
}
