/**
 * Review state of each language, from its `about.json`.
 *
 * Pure.
 */
export interface About {
  /** Native speakers who reviewed all texts on the pages. */
  readonly checkedBy: readonly string[];
}

/**
 * Reviewers of the built-in texts of a language such as `pt_PT`; null without built-in texts.
 *
 * @param abouts by file path; the folder before the file name is the language
 */
export function checkersOf(id: string, abouts: Readonly<Record<string, About>>): readonly string[] | null {
  const folder = id.split(/[_-]/, 1)[0]?.toLowerCase() ?? id;
  const found = Object.entries(abouts).find(([path]) => path.split('/').at(-2) === folder);
  return found === undefined ? null : found[1].checkedBy;
}
