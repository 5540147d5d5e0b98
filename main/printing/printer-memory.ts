/**
 * Proven capabilities of each printer, on disk.
 *
 * They include its confirmation, the status questions that it answers, and its reported model. They decide what silence
 * means: only a printer that never answered may print unconfirmed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmation, Vouched } from './contract/printing.ts';
import { parseKept, writeKept } from './json-file.ts';

/** Confirmation by staff for a printer that cannot confirm; valid for the line settings at that time. */
export interface VouchedLine extends Vouched {
  /** The address with the settings that identify the line, such as `serial:///dev/ttyUSB0@19200`. */
  readonly line: string;
}

export interface PrinterMemory {
  /** The best confirmation so far; null if it never answered. */
  readonly confirms: Exclude<Confirmation, 'none'> | null;
  /** The `n` of DLE EOT n that it answers, and those that it is known not to answer. */
  readonly answers: readonly number[];
  readonly deaf: readonly number[];
  /** False: its status answers lack their fixed bits, so they are meaningless. */
  readonly hasFixedBits: boolean;
  /** Whether it was asked for its name. A printer that did not answer is not asked again. */
  readonly isAsked: boolean;
  /** Answers to GS I 66 and 67; empty without an answer. */
  readonly maker: string;
  readonly model: string;
  /** It may hold the rest of a ticket, which must be discarded before the next one. */
  readonly isSoiled: boolean;
  readonly vouched: VouchedLine | null;
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
  vouched: null,
};

/** Whether staff confirmed paper output on this line; a file needs no confirmation. */
export function isVouched(
  { vouched }: PrinterMemory,
  line: { readonly address: string; readonly isFile: boolean },
): boolean {
  return line.isFile || vouched?.line === line.address;
}

export interface MemoryFile {
  read(): Promise<PrinterMemory>;
  /** Writes in the background, atomically. Never rejects. */
  write(memory: PrinterMemory): void;
  /** Resolves after all writes: whether the last one succeeded. */
  settled(): Promise<boolean>;
}

const FILE_NAME = 'printers.json';
/** Maximum length; device paths can be long. */
const MAX_TEXT = 300;
const WAYS: readonly unknown[] = ['process-id', 'status', 'no-fault'];

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const numbers = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((each): each is number => [1, 2, 3, 4].includes(each)) : [];

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '');

function vouchedLine(value: unknown): VouchedLine | null {
  const { from, by, at, line } = record(value);
  const isWhole = (from === 'panel' || from === 'back-office') && text(at) !== '' && text(line) !== '';
  return isWhole ? { from, by: text(by), at: text(at), line: text(line) } : null;
}

/** Reads stored data, and ignores invalid fields. */
export function readMemory(value: unknown): PrinterMemory {
  const { confirms, answers, deaf, hasFixedBits, isAsked, maker, model, isSoiled, vouched } = record(value);
  return {
    confirms: WAYS.includes(confirms) ? (confirms as PrinterMemory['confirms']) : null,
    answers: numbers(answers),
    deaf: numbers(deaf),
    hasFixedBits: hasFixedBits !== false,
    isAsked: isAsked === true,
    maker: text(maker),
    model: text(model),
    isSoiled: isSoiled === true,
    vouched: vouchedLine(vouched),
  };
}

/**
 * @param address the printer's address without options: options do not change the printer.
 * @param onFailure receives a description of a disk failure.
 */
export function memoryFile(dir: string, address: string, onFailure: (detail: string) => void): MemoryFile {
  const path = join(dir, FILE_NAME);
  let queue: Promise<boolean> = Promise.resolve(true);

  /** Null: the file is damaged. */
  async function all(): Promise<Readonly<Record<string, unknown>> | null> {
    const found = await readFile(path, 'utf8').catch(() => '{}');
    try {
      return record(parseKept(found));
    } catch {
      return null;
    }
  }

  /** Memory from disk. A damaged file may have recorded half a ticket, so the printer counts as soiled. */
  async function read(): Promise<PrinterMemory> {
    const found = await all();
    return found === null ? { ...NO_MEMORY, isSoiled: true } : readMemory(found[address]);
  }

  async function save(memory: PrinterMemory): Promise<void> {
    const whole = { ...(await all()), [address]: memory };
    await writeKept(path, whole);
  }

  return {
    read,
    write(memory) {
      queue = queue
        .then(() => save(memory))
        .then(
          () => true,
          (error: unknown) => {
            onFailure(String(error));
            return false;
          },
        );
    },
    settled: () => queue,
  };
}
