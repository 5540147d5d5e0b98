/**
 * Proven capabilities of each printer, on disk.
 *
 * How it confirms prints, which status questions it answers, which model it says it is. Silence is judged by it: only
 * a printer that never answered anything may print unconfirmed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmation, Vouched } from './contract/printing.ts';
import { parseKept, writeKept } from './json-file.ts';

/** A member of staff confirmed paper from a printer that cannot; holds for the line as it was set up then. */
export interface VouchedLine extends Vouched {
  /** The address with what makes it another line, such as `serial:///dev/ttyUSB0@19200`. */
  readonly line: string;
}

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

/** Staff have seen paper come out at this very line; a file needs no witness. */
export function isVouched(
  { vouched }: PrinterMemory,
  line: { readonly address: string; readonly isFile: boolean },
): boolean {
  return line.isFile || vouched?.line === line.address;
}

export interface MemoryFile {
  read(): Promise<PrinterMemory>;
  /** Written behind, whole or not at all. Never rejects. */
  write(memory: PrinterMemory): void;
  /** Resolves when all is written: whether the disk holds the last of it. */
  settled(): Promise<boolean>;
}

const FILE_NAME = 'printers.json';
/** A path of a device may be long. */
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

/** Whatever is on disk, as far as it makes sense. */
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
 * @param address the printer's address without options: another option is still the same printer.
 * @param onFailure is told in words what the disk did not do.
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

  /** What a damaged file knew may have been that half a ticket is in the printer. */
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
