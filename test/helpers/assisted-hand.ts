/**
 * Acts on a page through AT-SPI as assistive technology does: presses, types, sets values, follows focus and events.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { type AssistedDesktop, PYTHON } from './assisted-desktop.ts';

const HAND = fileURLToPath(new URL('atspi-hand.py', import.meta.url));

/** The tree lags behind the page on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 100 };

/** An object of the page by role and full name; the first of several. */
export interface Thing {
  readonly role: string;
  readonly name: string | RegExp;
}

/** Names that browsers give to the default action of an object. */
const ACTIONS = new Set(['activate', 'check', 'jump', 'open', 'press', 'select', 'uncheck', 'collapse', 'expand']);

/** In screen pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ThingFacts {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  /** AT-SPI interfaces, such as `Value`. */
  readonly interfaces: readonly string[];
  readonly box: Box;
  readonly actions?: readonly string[];
  readonly value?: { readonly now: number; readonly least: number; readonly most: number; readonly step: number };
  readonly text?: string;
  readonly caret?: number;
  readonly marked?: readonly (readonly [number, number])[];
}

export interface TextRun {
  readonly text: string;
  readonly looks: Readonly<Record<string, string>>;
  readonly box: Box;
}

export interface ToldCell {
  readonly text: string;
  readonly role: string;
  readonly at: readonly [number, number];
  readonly spans: readonly [number, number];
  readonly heads: readonly string[];
  readonly row_heads: readonly string[];
}

export interface ToldTable {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly (readonly ToldCell[])[];
}

/**
 * An event, such as `object:state-changed:focused` with detail 1 or 0, or `object:text-changed:insert` with the text.
 */
export interface Told {
  readonly type: string;
  readonly detail: number;
  readonly role: string;
  readonly name: string;
  readonly data: string | number | null;
}

export class AssistedHand {
  readonly #asks: Writable;
  readonly #lines: AsyncIterator<string>;
  readonly #told: Told[] = [];

  private constructor(asks: Writable, lines: AsyncIterator<string>) {
    this.#asks = asks;
    this.#lines = lines;
  }

  /** Ends with the test. */
  static async at({ env }: AssistedDesktop): Promise<AssistedHand> {
    const child = spawn(PYTHON, [HAND], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill();
      await ended;
    });
    const hand = new AssistedHand(child.stdin, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await hand.#next();
    return hand;
  }

  async #next(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('Whoever reads AT-SPI has ended.');
    return JSON.parse(value as string);
  }

  async #ask(ask: object): Promise<unknown> {
    this.#asks.write(`${JSON.stringify(ask)}\n`);
    return this.#next();
  }

  /** Waits until the object exists. */
  async #of<Answer>(deed: string, of: Thing, more: object = {}): Promise<Answer> {
    let answer: unknown = null;
    const isThere = async (): Promise<boolean> => {
      answer = await this.#ask({ do: deed, of: { ...of, name: patternOf(of.name) }, ...more });
      return answer !== null;
    };
    await vi.waitUntil(isThere, PATIENCE).catch(() => {
      throw new Error(`There is no ${of.role} "${of.name}".`);
    });
    const { fault } = answer as { fault?: string };
    if (fault !== undefined) throw new Error(`${deed} of ${of.role} "${of.name}": ${fault}`);
    return answer as Answer;
  }

  /** Empty if the page changed during the read. */
  async #all<Answer>(deed: string, ask: object): Promise<readonly Answer[]> {
    return ((await this.#ask({ do: deed, ...ask })) ?? []) as readonly Answer[];
  }

  facts(of: Thing): Promise<ThingFacts> {
    return this.#of('facts', of);
  }

  /** Text runs of every object with that role, in document order. */
  async allRuns(role: string): Promise<readonly { readonly name: string; readonly runs: readonly TextRun[] }[]> {
    return this.#all('runs', { roles: [role] });
  }

  table(of: Thing): Promise<ToldTable> {
    return this.#of('table', of);
  }

  /** Runs the default action once the object is enabled. */
  async press(of: Thing): Promise<void> {
    await this.until(of, ({ states }) => states.includes('enabled'));
    const [action = ''] = (await this.facts(of)).actions ?? [];
    if (!ACTIONS.has(action)) throw new Error(`What ${of.role} "${of.name}" can do begins with ${action}.`);
    if (!(await this.#of<boolean>('act', of, { action }))) throw new Error(`${of.role} "${of.name}" cannot ${action}.`);
  }

  /** Resolves to true if the browser set the focus, also on its side. */
  focus(of: Thing): Promise<boolean> {
    return this.#of('focus', of);
  }

  value(of: Thing, value: number): Promise<boolean> {
    return this.#of('value', of, { value });
  }

  caret(of: Thing, at: number): Promise<boolean> {
    return this.#of('caret', of, { at });
  }

  mark(of: Thing, from: number, to: number): Promise<boolean> {
    return this.#of('mark', of, { from, to });
  }

  /** Types through the interface into the focused object. */
  async type(text: string): Promise<void> {
    await this.#ask({ do: 'type', text });
  }

  /** Clicks at a point of the screen. */
  async click(x: number, y: number): Promise<void> {
    await this.#ask({ do: 'click', x: Math.round(x), y: Math.round(y) });
  }

  /** All objects with these roles, in document order. */
  async all(...roles: readonly string[]): Promise<readonly ThingFacts[]> {
    return this.#all('all', { roles });
  }

  /** Objects at a point of the screen, innermost first. */
  async at(x: number, y: number): Promise<readonly { readonly role: string; readonly name: string }[]> {
    return this.#all('point', { x, y });
  }

  /** Waits until the object meets the condition. */
  async until(of: Thing, is: (facts: ThingFacts) => boolean): Promise<void> {
    let last: ThingFacts | null = null;
    const isSo = async (): Promise<boolean> => {
      last = await this.facts(of);
      return is(last);
    };
    await vi.waitUntil(isSo, PATIENCE).catch((fault: unknown) => {
      throw new Error(`It did not come to that: ${JSON.stringify(last)}`, { cause: fault });
    });
  }

  /** Waits for a matching event after the last one that was returned. */
  async hears(what: (told: Told) => boolean): Promise<Told> {
    let found = -1;
    const isTold = async (): Promise<boolean> => {
      this.#told.push(...((await this.#ask({ do: 'heard' })) as readonly Told[]));
      found = this.#told.findIndex(what);
      return found >= 0;
    };
    await vi.waitUntil(isTold, PATIENCE).catch(() => {
      throw new Error(`It was not told, but: ${this.#told.map((each) => JSON.stringify(each)).join('\n')}`);
    });
    const [told] = this.#told.splice(0, found + 1).slice(-1);
    return told as Told;
  }
}

/** Converts a pattern to Python syntax. */
const patternOf = (name: string | RegExp): string =>
  typeof name === 'string' ? name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : name.source;
