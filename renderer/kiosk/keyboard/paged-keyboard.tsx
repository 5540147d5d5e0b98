/** On-screen keyboard in pages, for small screens. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Key } from './key.tsx';
import { type Cells, inRows, pagesOf } from './key-room.ts';
import { faceOf } from './layouts.ts';

/** Letters that belong together, in the order in which somebody looks for them. */
export interface KeySet {
  readonly id: 'letters' | 'latin' | 'symbols';
  /** On the key that leads here. */
  readonly sign: string;
  readonly label: string;
  readonly letters: readonly string[];
}

interface PagedKeyboardProps {
  readonly t: TFunction;
  readonly cells: Cells;
  readonly sets: readonly KeySet[];
  /** Of which set there is a page. */
  readonly shown: string;
  readonly onShow: (id: KeySet['id']) => void;
  /** Keys that every page has: capitals, space, back. */
  readonly controls: readonly JSX.Element[];
  readonly raised: (letter: string) => string;
  readonly write: (letter: string) => void;
}

/** Where there is no room for all letters at once: a page of them, and keys that say what is on the others. */
export function PagedKeyboard(props: PagedKeyboardProps): JSX.Element {
  const { t, cells, sets, shown, onShow, controls, raised, write } = props;
  const [turned, setTurned] = useState(0);
  // One key turns the page, one leads to each other set.
  const count = controls.length + sets.length;
  const all = sets.map(({ letters }) => pagesOf(letters, cells, count));
  const set = Math.max(
    0,
    sets.findIndex(({ id }) => id === shown),
  );
  const pages = all[set]?.pages ?? [];
  const page = turned % Math.max(1, pages.length);
  const letters = pages[page] ?? [];
  const rows = Math.max(...all.map((each) => each.rows));
  const next = (page + 1) % pages.length;
  const range = rangeOf(pages[next] ?? [], raised);
  const turns = pages.length > 1 && (
    <Key class="key-control" label={`${t('form.key.accents')} ${range}`} onPress={() => setTurned(next)} key="turn">
      {range}
    </Key>
  );
  const others = sets.flatMap(({ id, sign, label }, at) =>
    at === set
      ? []
      : [
          <Key
            class="key-control"
            key={id}
            label={`${label} ${sign}`}
            onPress={() => {
              setTurned(0);
              onShow(id);
            }}
          >
            {sign}
          </Key>,
        ],
  );
  const below = [...(turns === false ? [] : [turns]), ...others, ...controls];
  return (
    <fieldset class="keyboard keyboard-paged" dir="ltr" aria-label={t('form.keyboard')}>
      {inRows(letters, rows).map((row) => (
        <div class="keys" key={row.join('')}>
          {row.map((letter) => (
            <Key key={letter} onPress={() => write(raised(letter))}>
              {faceOf(raised(letter))}
            </Key>
          ))}
        </div>
      ))}
      {inRows(below, Math.ceil(below.length / cells.columns)).map((row, at) => (
        <div class="keys" key={`below ${at}`}>
          {row}
        </div>
      ))}
    </fieldset>
  );
}

/** What is on another page: its first letter and its last. */
function rangeOf(letters: readonly string[], raised: (letter: string) => string): string {
  const ends = [letters[0], letters.at(-1)].map((letter) => faceOf(raised(letter ?? '')));
  return ends.join('–');
}
