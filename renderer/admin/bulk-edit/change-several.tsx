/** Bulk edit of one field of several items. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BULK_COLLECTIONS, type BulkCollection } from '../../../main/site/contract/bulk-edit.ts';
import { BULK_EDIT } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { searchFor } from '../../shared/search.ts';
import { Foreseen } from '../change-preview/change-preview.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { useAdmin } from '../model/admin.ts';
import { type Editor, EditorContext } from '../model/editor.ts';
import { type Item, itemsOf, nameOf } from '../model/item.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { hasField, PART_VIEWS } from '../model/parts.ts';
import { Screen } from '../parts/screen.tsx';
import { EditorField } from '../screens/editor-field.tsx';
import { searchText } from '../screens/list-cells.tsx';

/** Fields that must be unique, or belong to a single item, so that a bulk edit does not offer them. */
const OF_ONE_ALONE: ReadonlySet<string> = new Set(['id', 'username', 'password', 'panel_pin', 'code', 'location']);
const MAX_SHOWN = 200;

/** Sets one field of several items to the same value. */
export function ChangeSeveral(): JSX.Element | null {
  const { t, site, router, language, rights } = useAdmin();
  const w = useOfficeWords();
  const many = useMany(BULK_EDIT);
  const { collection: asked = '', q: first = '', location = '' } = router.place.value.query;
  const kind: BulkCollection = BULK_COLLECTIONS.find((each) => each === asked) ?? 'services';
  const [q, setQ] = useState(first);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [field, setField] = useState('');
  const [value, setValue] = useState<unknown>(undefined);
  const file = site.file.value;
  if (file === null) return null;

  const isFound = searchFor(q);
  const all = itemsOf(file, kind).filter((item) => location === '' || [item.location, item.id].includes(location));
  const found = all
    .filter((item) => isFound(() => searchText(file, item)))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other), language.id.value, { numeric: true }));
  const example: Item = all.find(({ id }) => chosen.has(String(id))) ?? all[0] ?? {};
  const names = PART_VIEWS[kind].sections
    .flatMap(({ fields }) => fields)
    .filter((each) => !OF_ONE_ALONE.has(each) && rights.mayChangeField(kind, each) && hasField(kind, example, each));
  const name = names.find((each) => each === field) ?? names[0];
  const given = value === undefined ? example[name ?? ''] : value;
  const editor: Editor = {
    part: kind,
    item: name === undefined ? example : { ...example, [name]: given },
    saved: example,
    isNew: false,
    faults: [],
    file,
    update(_field, next) {
      many.forget();
      setValue(next);
    },
  };
  const choose = (ids: Iterable<string>): void => {
    many.forget();
    setChosen(new Set(ids));
  };
  const toggle = (id: string): void =>
    choose(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]);
  const restart = (): void => {
    setValue(undefined);
    choose([]);
  };
  return (
    <Screen name="change-several" title={w('many.title.change')}>
      <p class="lead">{w('many.about.change')}</p>
      <section class="card section" aria-labelledby="many-choose">
        <h2 id="many-choose">{w('many.choose')}</h2>
        <SelectField
          label={w('many.kind')}
          value={kind}
          options={BULK_COLLECTIONS.map((id) => ({ value: id, label: t(`nav.${id}`) }))}
          onChange={(id) => {
            restart();
            setField('');
            router.refine({ collection: id, location });
          }}
        />
        <TextField label={t('shared.search')} type="search" value={q} onInput={setQ} />
        <p role="status">{w('many.chosen', { number: chosen.size })}</p>
        <div class="adds">
          <Button onClick={() => choose(found.map(({ id }) => String(id)))}>
            {w('many.all', { number: found.length })}
          </Button>
          <Button off={chosen.size === 0} onClick={() => choose([])}>
            {w('many.none')}
          </Button>
        </div>
        <ul class="many-list">
          {found.slice(0, MAX_SHOWN).map((item) => (
            <li key={String(item.id)}>
              <label class="check">
                <input type="checkbox" checked={chosen.has(String(item.id))} onChange={() => toggle(String(item.id))} />
                <span dir="auto">{nameOf(item)}</span>
                <span class="soft" dir="auto">
                  {placeName(file.locations, item)}
                </span>
              </label>
            </li>
          ))}
        </ul>
        {found.length > MAX_SHOWN && <p class="soft">{w('many.first', { number: MAX_SHOWN })}</p>}
      </section>
      {name !== undefined && (
        <section class="card section" aria-labelledby="many-value">
          <h2 id="many-value">{w('many.value')}</h2>
          <SelectField
            label={w('many.field')}
            value={name}
            options={names.map((each) => ({ value: each, label: t([`fieldsOf.${kind}.${each}`, `fields.${each}`]) }))}
            onChange={(each) => {
              many.forget();
              setValue(undefined);
              setField(each);
            }}
          />
          <EditorContext.Provider value={editor}>
            <EditorField key={`${kind}.${name}`} name={name} />
          </EditorContext.Provider>
          <div>
            <Button
              look="main"
              busy={many.busy}
              off={chosen.size === 0}
              onClick={() =>
                void many.look({ collection: kind, ids: [...chosen], fields: JSON.stringify({ [name]: given }) })
              }
            >
              {w('many.look')}
            </Button>
          </div>
        </section>
      )}
      <Foreseen many={many} onDone={restart} />
    </Screen>
  );
}

function placeName(locations: readonly { readonly id: string; readonly name: string }[], item: Item): string {
  return locations.length < 2 ? '' : (locations.find(({ id }) => id === item.location)?.name ?? '');
}
