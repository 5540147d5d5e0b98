/**
 * What a printer has proved, on disk, by its address: how it confirms prints, which status questions it answers, which
 * model it says it is. Silence is judged by it: only a printer that never answered anything may print unconfirmed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmation } from '../contract/printing.ts';
import { replaceFile } from './replace-file.ts';

export interface PrinterMemory {
  /** The best way in which it has ever confirmed; null when it never answered anything. */
  readonly confirms: Exclude<Confirmation, 'none'> | null;
  /** DLE EOT n that it answers, and those that it is known not to answer. */
  readonly answers: readonly number[];
  readonly deaf: readonly number[];
  /** False: its status answers lack their fixed bits, so that they mean nothing. */
  readonly hasFixedBits: boolean;
  /** It was asked who it is. One that did not say is not asked again. */
  readonly isAsked: boolean;
  /** Texts of GS I 66 and 67; empty when it does not say. */
  readonly maker: string;
  readonly model: string;
  /** It may hold the rest of a ticket, which has to be thrown away before the next one. */
  readonly isSoiled: boolean;
}

export const NO_MEMORY: PrinterMemory = {
  confirms: null,
  answers: [],
  deaf: [],
  hasFixedBits: true,
  isAsked: false,
  maker: '',
  model: '',
  isSoiled: false,
};

export interface MemoryFile {
  read(): Promise<PrinterMemory>;
  /** Written behind, whole or not at all. Never rejects. */
  write(memory: PrinterMemory): void;
  /** Resolves when all is written. */
  settled(): Promise<void>;
}

const FILE_NAME = 'printers.json';
const WAYS: readonly unknown[] = ['process-id', 'status', 'no-fault'];

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((each): each is number => [1, 2, 3, 4].includes(each)) : [];

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 80) : '');

/** Whatever is on disk, as far as it makes sense. */
export function readMemory(value: unknown): PrinterMemory {
  const { confirms, answers, deaf, hasFixedBits, isAsked, maker, model, isSoiled } = record(value);
  return {
    confirms: WAYS.includes(confirms) ? (confirms as PrinterMemory['confirms']) : null,
    answers: numbers(answers),
    deaf: numbers(deaf),
    hasFixedBits: hasFixedBits !== false,
    isAsked: isAsked === true,
    maker: text(maker),
    model: text(model),
    isSoiled: isSoiled === true,
  };
}

/**
 * @param address the printer's address without options: another option is still the same printer.
 * @param onFailure is told in words what the disk did not do.
 */
export function memoryFile(dir: string, address: string, onFailure: (detail: string) => void): MemoryFile {
  const path = join(dir, FILE_NAME);
  let queue: Promise<void> = Promise.resolve();

  /** Null: the file is damaged. */
  async function all(): Promise<Readonly<Record<string, unknown>> | null> {
    const found = await readFile(path, 'utf8').catch(() => '{}');
    try {
      return record(JSON.parse(found));
    } catch {
      return null;
    }
  }

  /** What a damaged file knew may have been that half a ticket is in the printer. */
  async function read(): Promise<PrinterMemory> {
    const found = await all();
    return found === null ? { ...NO_MEMORY, isSoiled: true } : readMemory(found[address]);
  }

  async function save(memory: PrinterMemory): Promise<void> {
    const whole = { ...(await all()), [address]: memory };
    await replaceFile(path, `${JSON.stringify(whole, null, 2)}\n`);
  }

  return {
    read,
    write(memory) {
      queue = queue.then(() => save(memory)).catch((error: unknown) => onFailure(String(error)));
    },
    settled: () => queue,
  };
}
