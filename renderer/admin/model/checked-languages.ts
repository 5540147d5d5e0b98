/**
 * Review state of each language, from its `about.json`.
 *
 * Pure.
 */
export interface About {
  /** People who grew up with the language and read all of it on the pages. */
  readonly checkedBy: readonly string[];
}

/**
 * Who has checked the program's own texts of this language, such as `pt_PT`; null where it has none.
 *
 * @param abouts by their paths, which have the folder of the language before the file
 */
export function checkersOf(id: string, abouts: Readonly<Record<string, About>>): readonly string[] | null {
  const folder = id.split(/[_-]/, 1)[0]?.toLowerCase() ?? id;
  const found = Object.entries(abouts).find(([path]) => path.split('/').at(-2) === folder);
  return found === undefined ? null : found[1].checkedBy;
}
