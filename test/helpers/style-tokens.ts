/** Style sheets of the pages as data: rules, and the design tokens of each theme. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Rule {
  readonly file: string;
  readonly selector: string;
  /** Declarations by property; the last one wins. */
  readonly says: ReadonlyMap<string, string>;
}

export type Theme = 'light' | 'dark' | 'contrast';
export const THEMES: readonly Theme[] = ['light', 'dark', 'contrast'];

const RENDERER = fileURLToPath(new URL('../../renderer', import.meta.url));

/** Folder of the design tokens: only its files have literal colours, sizes and times. */
export const TOKENS = 'shared/styles/tokens/';

/** Style sheets of the pages and their parts, below `renderer/`. */
export const styleSheets = (): readonly string[] => globSync('**/*.css', { cwd: RENDERER }).map(slashed).sort();

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** The style sheets that one sheet imports, in order, itself last; packages are left out. */
export function sheetsOf(file: string): readonly string[] {
  const imported = [...read(file).matchAll(/@import "(\.[^"]+)"/g)].map(([, name = '']) => join(dirname(file), name));
  return [...new Set([...imported.map(slashed).flatMap(sheetsOf), file])];
}

const read = (file: string): string => readFileSync(join(RENDERER, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** All rules of a style sheet in order, also those in conditions. */
export function rulesOf(file: string): readonly Rule[] {
  const text = read(file).replace(/@import[^;]*;/g, '');
  // Innermost braces are rules; outer ones are conditions.
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

/** Colours of a theme: those of `:root`, overridden by `:root[data-contrast]`. */
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

  /** Resolves a value to `#rrggbb`; null if it is not a single colour, such as `none` or a shadow. */
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

  /** Resolves a design token that must exist. */
  named(name: string): string {
    const colour = this.of(`var(--${name})`);
    if (colour === null) throw new Error(`--${name} is no colour in the theme ${this.theme}`);
    return colour;
  }
}
