import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import type { Item, Part } from './item.ts';
import { type FieldFault, faultsAt } from './schema.ts';

/** The item in the editor. */
export interface Editor {
  readonly part: Part;
  /** The item with the unsaved changes. */
  readonly item: Item;
  /** The version on the server; null for a new item. */
  readonly saved: Item | null;
  readonly isNew: boolean;
  readonly faults: readonly FieldFault[];
  /** The whole site. */
  readonly file: SiteFile;
  update(field: string, value: unknown): void;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor & { faultsAt(path: string): readonly FieldFault[] } {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('No editor above this field.');
  return { ...editor, faultsAt: (path) => faultsAt(editor.faults, path) };
}
