/** The styles of the pages as data: their rules, and what each colour of the house is in each theme. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Rule {
  readonly file: string;
  readonly selector: string;
  /** What it says, by property; of one said twice the last. */
  readonly says: ReadonlyMap<string, string>;
}

export type Theme = 'light' | 'dark' | 'contrast';
export const THEMES: readonly Theme[] = ['light', 'dark', 'contrast'];

/** All rules of a file of styles, also those within conditions, in their order. */
export function rulesOf(file: string): readonly Rule[] {
  const text = readFileSync(fileURLToPath(new URL(`../../renderer/${file}`, import.meta.url)), 'utf8').replace(
    /\/\*[\s\S]*?\*\//g,
    '',
  );
  // Innermost braces: a rule; what stands around it is a condition.
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    file,
    selector: selector.trim().replace(/\s+/g, ' '),
    says: new Map(
      body
        .split(';')
        .map((line) => line.split(/:(.*)/s))
        .filter(([name = '']) => name.trim() !== '')
        .map(([name = '', value = '']) => [name.trim(), value.trim().replace(/\s+/g, ' ')]),
    ),
  }));
}

/** The colours of a theme: those of `:root`, with what `:root[data-contrast]` puts in their place. */
export class Colours {
  readonly theme: Theme;
  readonly #tokens = new Map<string, string>();

  constructor(theme: Theme, rules: readonly Rule[]) {
    this.theme = theme;
    const put = (selector: string): void => {
      for (const rule of rules)
        if (rule.selector === selector) for (const [name, value] of rule.says) this.#tokens.set(name, value);
    };
    put(':root');
    if (theme === 'contrast') put(':root[data-contrast]');
  }

  /** `#rrggbb` of a value as styles have it; null for what is no single colour, such as `none` or a shadow. */
  of(value: string): string | null {
    const token = /^var\((--[a-z0-9-]+)\)$/.exec(value)?.[1];
    if (token !== undefined) {
      const means = this.#tokens.get(token);
      return means === undefined ? null : this.of(means);
    }
    const pair = /^light-dark\(([^,]+), ?([^,]+)\)$/.exec(value);
    if (pair !== null) return this.of((this.theme === 'light' ? pair[1] : pair[2])?.trim() ?? '');
    if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
    return value === 'white' ? '#ffffff' : value === 'black' ? '#000000' : null;
  }

  /** Of a colour of the house that has to be there. */
  named(name: string): string {
    const colour = this.of(`var(--${name})`);
    if (colour === null) throw new Error(`--${name} is no colour in the theme ${this.theme}`);
    return colour;
  }
}
