/** References to other items: one or several. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CollectionName, SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { Of, SelectField, TextField } from '../../shared/components/field.tsx';
import { searchFor } from '../../shared/search.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, itemsOf, listOf, nameOf, textOf } from '../model/item.ts';
import { targetOf } from '../model/references.ts';
import { CheckList, withChoice } from './check-list.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** From this count on, a search field is shown. */
const MANY = 12;
/** Boxes drawn at a time, so that keyboard users need not tab through a thousand. */
const PAGE = 30;

interface Choice {
  readonly id: string;
  readonly name: string;
  /** Name of its location, if that is not obvious. */
  readonly more: string;
  readonly isOff: boolean;
}

export function PickField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, item, file } = useEditor();
  const chosen = String(value ?? '');
  const choices = choicesOf(file, targetOf(part, name) ?? 'locations', item, name, [chosen]);
  const needed = name === 'location' && part !== 'appointments' && part !== 'service_groups';
  return (
    <SelectField
      label={label}
      hint={hint}
      fault={fault}
      required={needed}
      value={chosen}
      options={[
        { value: '', label: t(needed ? 'choose' : 'noneChosen') },
        ...choices.map(({ id, name: title, more }) => ({
          value: id,
          label: more === '' ? title : `${title} (${more})`,
        })),
      ]}
      onChange={onChange}
    />
  );
}

export function PicksField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, item, file } = useEditor();
  const [search, setSearch] = useState('');
  const chosen = listOf({ value }, 'value');
  const [first] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const [shown, setShown] = useState(PAGE);
  const choices = choicesOf(file, targetOf(part, name) ?? 'services', item, name, chosen);
  const isFound = searchFor(search);
  const found = choices.filter(({ name: title, more }) => isFound(() => `${title} ${more}`));
  // Entries that were selected at load are always drawn.
  const drawn =
    found.length <= PAGE
      ? found
      : [...found.filter(({ id }) => first.has(id)), ...found.filter(({ id }) => !first.has(id))];
  const all = choices.map(({ id }) => id);
  const set = (ids: ReadonlySet<string>): void => onChange(all.filter((id) => ids.has(id)));
  return (
    <Group label={label} hint={hint} fault={fault}>
      <div class="picks-head">
        <span class="soft" role="status">
          {chosen.length === 0
            ? t([`picks.of.${part}.${name}`, 'picks.none'])
            : t('picks.count', { count: chosen.length, all: all.length })}
        </span>
        {choices.length > 2 && (
          <span class="picks-all">
            <Button look="plain" onClick={() => set(new Set([...chosen, ...found.map(({ id }) => id)]))}>
              {t('picks.all')}
            </Button>
            <Button look="plain" onClick={() => set(new Set())}>
              {t('picks.clear')}
            </Button>
          </span>
        )}
      </div>
      {choices.length > MANY && (
        <TextField label={t('shared.search')} type="search" value={search} onInput={setSearch} />
      )}
      {choices.length === 0 && <EmptyState text={t('picks.nothing')} />}
      <CheckList
        dir="auto"
        all={drawn.slice(0, shown).map(({ id, name: title, more, isOff }) => ({
          id,
          name: (
            <>
              {title}
              {more !== '' && <span class="soft"> · {more}</span>}
              {isOff && <span class="soft"> · {t('state.off')}</span>}
            </>
          ),
        }))}
        chosen={chosen}
        onChange={(id, isChosen) => set(new Set(withChoice(chosen, id, isChosen)))}
      />
      {drawn.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + PAGE)}>
            {t('list.more', { count: drawn.length - shown })}
            <Of name={label} />
          </Button>
        </div>
      )}
    </Group>
  );
}

/** A location that inherits cannot be a parent. */
function withoutModel(locations: readonly Item[], own: Item): readonly Item[] {
  return locations.filter((one) => one.id !== own.id && textOf(one, 'follows') === '');
}

/** Items of the same location, plus the selected ones. */
function choicesOf(
  file: SiteFile,
  collection: CollectionName,
  item: Item,
  field: string,
  chosen: readonly string[],
): readonly Choice[] {
  const locations = new Set(
    [textOf(item, 'location'), ...(field === 'desks' ? listOf(item, 'locations') : [])].filter(Boolean),
  );
  const places = new Map(file.locations.map(({ id, name }) => [id, name]));
  const others = field === 'follows' ? withoutModel(itemsOf(file, collection), item) : itemsOf(file, collection);
  const found = others.filter(
    (one) =>
      chosen.includes(String(one.id)) ||
      field === 'location' ||
      locations.size === 0 ||
      one.location === undefined ||
      one.location === '' ||
      locations.has(textOf(one, 'location')),
  );
  const isPlain = new Set(found.map((one) => textOf(one, 'location'))).size < 2;
  const known = found.map((one) => ({
    id: String(one.id),
    name: collection === 'services' ? [textOf(one, 'tag'), nameOf(one)].filter(Boolean).join(' · ') : nameOf(one),
    more: isPlain ? '' : (places.get(textOf(one, 'location')) ?? ''),
    isOff: one.state === 0,
  }));
  const gone = chosen.filter((id) => id !== '' && !known.some((one) => one.id === id));
  return [
    ...known.sort((a, b) => a.more.localeCompare(b.more) || a.name.localeCompare(b.name, undefined, { numeric: true })),
    ...gone.map((id) => ({ id, name: id, more: '', isOff: false })),
  ];
}
