/** A printer driver for one test, with its log and its journal; closed by itself when the test ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { type Log, systemClock } from '../../main/lib/context.ts';
import type { Printer, PrinterStatus } from '../../main/printing/contract/printing.ts';
import { createPrinter, type PrinterDeps } from '../../main/printing/driver.ts';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';

export interface OpenPrinter {
  readonly printer: Printer;
  readonly events: readonly { readonly event: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly journalDir: string;
  /** Resolves when the status is of that kind. */
  becomes(kind: PrinterStatus['kind']): Promise<void>;
  /** States of the jobs in the journal, in order of their numbers. */
  journal(): Promise<readonly string[]>;
}

export async function tempDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export async function openPrinter(url: string, deps: Partial<PrinterDeps> = {}): Promise<OpenPrinter> {
  const parsed = parsePrinterUrl(url);
  if (!parsed.ok) throw new Error(parsed.error);
  const journalDir = deps.journalDir ?? (await tempDir());
  const events: { event: string; data: Readonly<Record<string, unknown>> }[] = [];
  const note = (event: string, data: object = {}): void => void events.push({ event, data: { ...data } });
  const log: Log = { info: note, warn: note, error: note };
  const printer = createPrinter(parsed.value, { log, clock: systemClock, ...deps, journalDir });
  onTestFinished(() => printer.close());
  return {
    printer,
    events,
    journalDir,
    becomes: (kind) => vi.waitFor(() => expect(printer.status().kind).toBe(kind), { timeout: 30_000, interval: 5 }),
    async journal() {
      return latestOfEach(await readEntries(journalDir)).map(({ state }) => state);
    },
  };
}
