import type { ComponentChildren, JSX } from 'preact';
import { MarkButton } from '../../shared/components/button.tsx';
import { CROSS } from '../../shared/components/marks.ts';

interface ThingRowProps {
  readonly href: string;
  /** Accessible label of the link. */
  readonly edit: string;
  readonly remove: string;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

/** An item that a step created: its name links to the editor, and it can be removed. */
export function ThingRow({ href, edit, remove, onRemove, children }: ThingRowProps): JSX.Element {
  return (
    <li class="guide-thing">
      <a href={href} aria-description={edit} data-tip={edit}>
        {children}
      </a>
      <MarkButton mark={CROSS} label={remove} tip={remove} onClick={onRemove} />
    </li>
  );
}
