/** Screen to reorder services or groups. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ORDERED_COLLECTIONS, type OrderedCollection } from '../../../main/site/contract/bulk-edit.ts';
import { SET_ORDER } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { FailureBox, failureOf, NO_FAILURE } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { type Item, itemsOf, nameOf, textOf } from '../model/item.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import { Screen } from '../parts/screen.tsx';
import { useUndo } from '../undo/use-undo.tsx';

/** Services or groups of a location, ordered by dragging or by keyboard, as visitors and staff see them. */
export function OrderScreen(): JSX.Element | null {
  const { t, site, router, session, chooseLocation } = useAdmin();
  const undo = useUndo();
  const w = useOfficeWords();
  const { collection: asked = '', location: first = '' } = router.place.value.query;
  const kind: OrderedCollection = ORDERED_COLLECTIONS.find((each) => each === asked) ?? 'services';
  const [failure, setFailure] = useState(NO_FAILURE);
  const [busy, setBusy] = useState(false);
  /** Order on the screen, not saved yet. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const file = site.file.value;
  if (file === null) return null;

  const location = site.part.value || first || (file.locations[0]?.id ?? '');
  const here = itemsOf(file, kind)
    .filter((item) => textOf(item, 'location') === location)
    .sort(inLine);
  const ids = wanted ?? here.map(({ id }) => String(id));
  const items = ids.map((id) => here.find((item) => item.id === id)).filter((item) => item !== undefined);
  const put = (from: number, to: number): void => setWanted(moved(ids, from, to));
  const save = async (given: readonly string[]): Promise<void> => {
    setBusy(true);
    const answer = await session.rest.call(SET_ORDER, { collection: kind, location, ids: given });
    await site.reload();
    setBusy(false);
    setFailure(answer.ok ? NO_FAILURE : failureOf(t, answer.error, w('many.late')));
    if (!answer.ok) return;
    setWanted(null);
    undo.tell(w('many.order.saved'));
  };
  return (
    <Screen name="order" title={w('many.order.title')}>
      <p class="lead">{w('many.order.about')}</p>
      <section class="card section">
        {file.locations.length > 1 && (
          <SelectField
            label={w('many.order.place')}
            value={location}
            options={file.locations.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              setWanted(null);
              if (site.part.value !== '') chooseLocation(id);
              router.refine({ collection: kind, location: id });
            }}
          />
        )}
        <ol class="many-order">
          {items.map((item, place) => (
            <li
              key={String(item.id)}
              draggable
              data-held={held === place || undefined}
              onDragStart={() => setHeld(place)}
              onDragEnd={() => setHeld(null)}
              onDragOver={(event) => {
                event.preventDefault();
                if (held === null || held === place) return;
                put(held, place);
                setHeld(place);
              }}
              onDrop={(event) => event.preventDefault()}
            >
              {textOf(item, 'tag') !== '' && <span class="badge">{textOf(item, 'tag')}</span>}
              <span class="many-order-name" dir="auto">
                {nameOf(item)}
              </span>
              <OrderButtons name={nameOf(item)} place={place} count={items.length} onMove={(to) => put(place, to)} />
            </li>
          ))}
        </ol>
        {items.length === 0 && <EmptyState text={t('list.none')} />}
        <FailureBox failure={failure} />
        <div class="adds">
          <Button look="main" busy={busy} off={wanted === null} onClick={() => void save(ids)}>
            {w('many.order.save')}
          </Button>
          <Button off={here.every(({ position }) => Number(position) === 0)} onClick={() => void save([])}>
            {w('many.order.usual')}
          </Button>
        </div>
      </section>
    </Screen>
  );
}

/** Sorts as the kiosk does. */
function inLine(one: Item, other: Item): number {
  return (
    placeOf(one) - placeOf(other) ||
    textOf(one, 'tag').localeCompare(textOf(other, 'tag'), 'en', { numeric: true }) ||
    nameOf(one).localeCompare(nameOf(other), 'en')
  );
}

function placeOf({ position }: Item): number {
  return Number(position ?? 0) || Number.MAX_SAFE_INTEGER;
}
