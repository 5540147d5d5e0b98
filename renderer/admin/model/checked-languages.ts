/** Who has read the texts of which language, as `about.json` of its folder says. */
interface About {
  /** People who grew up with the language and read all of it on the pages. */
  readonly checkedBy: readonly string[];
}

const files = import.meta.glob<About>('../../../assets/locales/*/about.json', { import: 'default', eager: true });

const unchecked: ReadonlySet<string> = new Set(
  Object.entries(files).flatMap(([path, { checkedBy }]) =>
    checkedBy.length === 0 ? [path.split('/').at(-2) ?? ''] : [],
  ),
);

/** The program has texts of its own in this language, such as `pt_PT`, and no native speaker has checked them. */
export function isUnchecked(id: string): boolean {
  return unchecked.has(id.split(/[_-]/, 1)[0]?.toLowerCase() ?? id);
}
