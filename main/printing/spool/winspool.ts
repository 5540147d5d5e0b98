/**
 * The functions of winspool.drv that a raw job needs, called off the main thread. Facts: Microsoft's documentation of the
 * Print Spooler API. Structures are laid out by the size of a pointer, in bytes that only the caller reads.
 */
import { createRequire } from 'node:module';

/** An opened printer; 0 is none. */
export type PrinterHandle = number | bigint;

/** As documented: `false` or 0 is a failure. A buffer that is too small gives `false` and the size that is needed. */
export interface Winspool {
  openPrinter(name: string): Promise<PrinterHandle | null>;
  /** @returns the job's id, 0 where it was refused */
  startDocPrinter(handle: PrinterHandle, document: string, dataType: 'RAW'): Promise<number>;
  startPagePrinter(handle: PrinterHandle): Promise<boolean>;
  /** @returns how many bytes were taken, which may be fewer than were given; null where it failed */
  writePrinter(handle: PrinterHandle, bytes: Uint8Array): Promise<number | null>;
  endPagePrinter(handle: PrinterHandle): Promise<boolean>;
  endDocPrinter(handle: PrinterHandle): Promise<boolean>;
  closePrinter(handle: PrinterHandle): Promise<boolean>;
  /** `Status` of JOB_INFO_1; null where there is no such job. */
  jobStatus(handle: PrinterHandle, job: number): Promise<number | null>;
  /** PRINTER_INFO_6. */
  printerStatus(handle: PrinterHandle): Promise<number | null>;
  /** How many jobs EnumJobs counts, and the earliest time of submission in milliseconds. */
  jobs(handle: PrinterHandle): Promise<{ readonly count: number; readonly oldestMs: number } | null>;
  /** SetJob with JOB_CONTROL_DELETE. */
  deleteJob(handle: PrinterHandle, job: number): Promise<boolean>;
}

const JOB_CONTROL_DELETE = 5;
const MAX_JOBS = 1000;
const FIRST_BYTES = 4096;

/** JOB_INFO_1: a number, six pointers, four numbers, then the SYSTEMTIME of submission (UTC). */
const offsetsOf = (pointer: number) => ({
  status: 7 * pointer,
  submitted: 7 * pointer + 16,
  size: Math.ceil((7 * pointer + 32) / pointer) * pointer,
});

/** DOC_INFO_1. */
export const DOC_INFO = { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' } as const;

/** A handle is as wide as a pointer, BOOL is an int, DWORD has 32 bits. */
export const SIGNATURES = {
  open: 'int __stdcall OpenPrinterW(str16 name, _Out_ uintptr_t *handle, void *defaults)',
  close: 'int __stdcall ClosePrinter(uintptr_t handle)',
  startDoc: 'uint32_t __stdcall StartDocPrinterW(uintptr_t handle, uint32_t level, TanDocInfo *info)',
  startPage: 'int __stdcall StartPagePrinter(uintptr_t handle)',
  write: 'int __stdcall WritePrinter(uintptr_t handle, void *bytes, uint32_t count, _Out_ uint32_t *written)',
  endPage: 'int __stdcall EndPagePrinter(uintptr_t handle)',
  endDoc: 'int __stdcall EndDocPrinter(uintptr_t handle)',
  getJob:
    'int __stdcall GetJobW(uintptr_t handle, uint32_t job, uint32_t level, void *info, uint32_t size, _Out_ uint32_t *needed)',
  getPrinter:
    'int __stdcall GetPrinterW(uintptr_t handle, uint32_t level, void *info, uint32_t size, _Out_ uint32_t *needed)',
  enumJobs:
    'int __stdcall EnumJobsW(uintptr_t handle, uint32_t first, uint32_t most, uint32_t level, void *info, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *count)',
  setJob: 'int __stdcall SetJobW(uintptr_t handle, uint32_t job, uint32_t level, void *info, uint32_t command)',
} as const;

type Callback = (error: unknown, result: number | boolean) => void;
type Native = { async(...args: readonly unknown[]): void };

/** Null on other systems, and where the library cannot be loaded. */
export function loadWinspool(): Winspool | null {
  if (process.platform !== 'win32') return null;
  try {
    return bindWinspool();
  } catch {
    return null;
  }
}

function bindWinspool(): Winspool {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const library = koffi.load('winspool.drv');
  const pointer = koffi.sizeof('void *');
  const offsets = offsetsOf(pointer);
  koffi.struct('TanDocInfo', DOC_INFO);
  const native = Object.fromEntries(
    Object.entries(SIGNATURES).map(([name, signature]) => [name, library.func(signature)]),
  ) as unknown as Readonly<Record<keyof typeof SIGNATURES, Native>>;
  /** A shared printer may take long: no call holds the main thread. */
  const call = (fn: Native, ...args: readonly unknown[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, result) => (error ? reject(error) : resolve(Number(result)));
      fn.async(...args, done);
    });

  /** A buffer as large as the answer, at the second call if need be. */
  async function filled(ask: (buffer: Buffer, needed: number[]) => Promise<number>): Promise<Buffer | null> {
    const needed = [0];
    const first = Buffer.alloc(FIRST_BYTES);
    if ((await ask(first, needed)) !== 0) return first;
    if ((needed[0] ?? 0) <= FIRST_BYTES) return null;
    const second = Buffer.alloc(needed[0] ?? 0);
    return (await ask(second, needed)) === 0 ? null : second;
  }

  return {
    async openPrinter(name) {
      const handle: PrinterHandle[] = [0];
      const isOpen = (await call(native.open, name, handle, null)) !== 0;
      return isOpen ? (handle[0] ?? null) : null;
    },
    startDocPrinter: (handle, document, dataType) =>
      call(native.startDoc, handle, 1, { pDocName: document, pOutputFile: null, pDatatype: dataType }),
    startPagePrinter: async (handle) => (await call(native.startPage, handle)) !== 0,
    async writePrinter(handle, bytes) {
      const written = [0];
      const isWritten = (await call(native.write, handle, Buffer.from(bytes), bytes.length, written)) !== 0;
      return isWritten ? (written[0] ?? 0) : null;
    },
    endPagePrinter: async (handle) => (await call(native.endPage, handle)) !== 0,
    endDocPrinter: async (handle) => (await call(native.endDoc, handle)) !== 0,
    closePrinter: async (handle) => (await call(native.close, handle)) !== 0,
    async jobStatus(handle, job) {
      const info = await filled((buffer, needed) => call(native.getJob, handle, job, 1, buffer, buffer.length, needed));
      return info?.readUInt32LE(offsets.status) ?? null;
    },
    async printerStatus(handle) {
      const info = await filled((buffer, needed) => call(native.getPrinter, handle, 6, buffer, buffer.length, needed));
      return info?.readUInt32LE(0) ?? null;
    },
    async jobs(handle) {
      const count = [0];
      const info = await filled((buffer, needed) =>
        call(native.enumJobs, handle, 0, MAX_JOBS, 1, buffer, buffer.length, needed, count),
      );
      if (info === null) return null;
      const times = Array.from({ length: count[0] ?? 0 }, (_, index) =>
        systemTimeMs(info, index * offsets.size + offsets.submitted),
      );
      return { count: times.length, oldestMs: times.reduce((oldest, time) => Math.min(oldest, time), Infinity) };
    },
    deleteJob: async (handle, job) => (await call(native.setJob, handle, job, 0, null, JOB_CONTROL_DELETE)) !== 0,
  };
}

/** SYSTEMTIME: year, month, day of the week, day, hour, minute, second, millisecond, two bytes each. */
function systemTimeMs(bytes: Buffer, at: number): number {
  const [year = 0, month = 1, , day = 1, hour = 0, minute = 0, second = 0, ms = 0] = Array.from({ length: 8 }, (_, n) =>
    bytes.readUInt16LE(at + 2 * n),
  );
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}
