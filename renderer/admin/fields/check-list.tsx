/** Check boxes of a list. */
import type { ComponentChildren, JSX } from 'preact';

export interface CheckListProps<Id extends string> {
  readonly all: readonly { readonly id: Id; readonly name: ComponentChildren }[];
  readonly chosen: readonly string[];
  readonly onChange: (id: Id, isChosen: boolean) => void;
  /** `auto` for names from the site. */
  readonly dir?: 'auto';
}

export function CheckList<Id extends string>({ all, chosen, onChange, dir }: CheckListProps<Id>): JSX.Element {
  return (
    <ul class="checks">
      {all.map(({ id, name }) => (
        <li key={id}>
          <label class="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => onChange(id, event.currentTarget.checked)}
            />
            <span dir={dir}>{name}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The ids with one more or one less. */
export function withChoice(ids: readonly string[], id: string, isChosen: boolean): readonly string[] {
  const others = ids.filter((each) => each !== id);
  return isChosen ? [...others, id] : others;
}
