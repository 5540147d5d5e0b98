/**
 * Tag tree of a PDF, for assistive technology.
 *
 * The tree of a tagged PDF.
 */

/** Standard structure types of PDF. */
export type TagType = 'Document' | 'Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

export interface Tag {
  readonly type: TagType;
  /** Of what it is the heading. */
  readonly scope?: 'Column' | 'Row';
  /** How many columns it goes over. */
  readonly span?: number;
  readonly kids: Tag[];
}

/** What a piece of a page is; `null` for what only decorates. */
export type TaggedContent = {
  readonly tag: Tag;
  /** What stands there, where what is drawn is something else: cut, joined, or in another order. */
  readonly words: string | null;
} | null;

/** Puts a tag below another. */
export function under(parent: Tag, type: TagType, more: Omit<Tag, 'type' | 'kids'> = {}): Tag {
  const tag: Tag = { type, ...more, kids: [] };
  parent.kids.push(tag);
  return tag;
}
