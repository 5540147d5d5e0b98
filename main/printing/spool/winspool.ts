/**
 * Functions of winspool.drv for raw jobs, called off the main thread.
 *
 * Source: Microsoft's documentation of the Print Spooler API.
 */
import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';
import { fail, ok, type Result } from '../../lib/result.ts';
import { reasonOf } from '../transports/transport.ts';

/** Handle of an opened printer; 0 is invalid. */
export type WindowsPrintQueue = number | bigint;

/** As documented: `false` or 0 is a failure. A buffer that is too small gives `false` and the required size. */
export interface Winspool {
  openPrinter(name: string): Promise<WindowsPrintQueue | null>;
  /** @returns the job's id, 0 on failure */
  startDocPrinter(handle: WindowsPrintQueue, document: string, dataType: 'RAW'): Promise<number>;
  startPagePrinter(handle: WindowsPrintQueue): Promise<boolean>;
  /** @returns the number of accepted bytes, possibly fewer than given; null on failure */
  writePrinter(handle: WindowsPrintQueue, bytes: Uint8Array): Promise<number | null>;
  endPagePrinter(handle: WindowsPrintQueue): Promise<boolean>;
  endDocPrinter(handle: WindowsPrintQueue): Promise<boolean>;
  closePrinter(handle: WindowsPrintQueue): Promise<boolean>;
  /** `Status` of JOB_INFO_1; null for an unknown job. */
  jobStatus(handle: WindowsPrintQueue, job: number): Promise<number | null>;
  /** PRINTER_INFO_6. */
  printerStatus(handle: WindowsPrintQueue): Promise<number | null>;
  /** Number of jobs from EnumJobs, and the earliest submission time in milliseconds. */
  jobs(handle: WindowsPrintQueue): Promise<{ readonly count: number; readonly oldestMs: number } | null>;
  /** SetJob with JOB_CONTROL_DELETE. */
  deleteJob(handle: WindowsPrintQueue, job: number): Promise<boolean>;
}

const JOB_CONTROL_DELETE = 5;
const MAX_JOBS = 1000;
const FIRST_BYTES = 4096;
const SYSTEMTIME_NUMBERS = 8;

/** JOB_INFO_1; its submission time is a SYSTEMTIME in UTC. */
function jobInfo(koffi: Koffi) {
  const pointers = ['pPrinterName', 'pMachineName', 'pUserName', 'pDocument', 'pDatatype', 'pStatus'];
  const numbers = ['Status', 'Priority', 'Position', 'TotalPages', 'PagesPrinted'];
  const type = koffi.struct({
    JobId: 'uint32_t',
    ...Object.fromEntries(pointers.map((name) => [name, 'void *'])),
    ...Object.fromEntries(numbers.map((name) => [name, 'uint32_t'])),
    Submitted: koffi.array('uint16_t', SYSTEMTIME_NUMBERS),
  });
  return {
    status: koffi.offsetof(type, 'Status'),
    submitted: koffi.offsetof(type, 'Submitted'),
    size: koffi.sizeof(type),
  };
}

type Koffi = typeof import('koffi');
type Callback = (error: unknown, result: number | boolean) => void;
type Native = { async(...args: readonly unknown[]): void };
/** Type in a signature; koffi exports no name for it. */
type TypeSpec = Parameters<LibraryHandle['func']>[3][number];
/** Looks up a library function by its signature. */
export type FunctionsOf = (convention: '__stdcall', name: string, result: TypeSpec, args: TypeSpec[]) => unknown;

const ELSEWHERE = 'spool: works on Windows only; use cups:NAME for a CUPS queue';

/** Fails on other systems, and if the library cannot be loaded. */
export function loadWinspool(platform: NodeJS.Platform = process.platform): Result<Winspool, string> {
  if (platform !== 'win32') return fail(ELSEWHERE);
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    const library = koffi.load('winspool.drv');
    return ok(bindWinspool((...signature) => library.func(...signature)));
  } catch (error) {
    return fail(`winspool.drv cannot be used: ${reasonOf(error)}`);
  }
}

/** Each printer binds its own functions. Their types are unnamed, because koffi rejects a repeated name. */
export function bindWinspool(functions: FunctionsOf): Winspool {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const job = jobInfo(koffi);
  /** A handle has pointer width, BOOL is an int, DWORD has 32 bits. */
  const [handleType, bool, dword] = ['uintptr_t', 'int', 'uint32_t'];
  const out = (type: string): TypeSpec => koffi.out(koffi.pointer(type));
  const docInfo = koffi.struct({ pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  const define = (name: string, result: TypeSpec, ...args: TypeSpec[]): Native =>
    functions('__stdcall', name, result, args) as Native;
  const native = {
    open: define('OpenPrinterW', bool, 'str16', out(handleType), 'void *'),
    close: define('ClosePrinter', bool, handleType),
    startDoc: define('StartDocPrinterW', dword, handleType, dword, koffi.pointer(docInfo)),
    startPage: define('StartPagePrinter', bool, handleType),
    write: define('WritePrinter', bool, handleType, 'void *', dword, out(dword)),
    endPage: define('EndPagePrinter', bool, handleType),
    endDoc: define('EndDocPrinter', bool, handleType),
    getJob: define('GetJobW', bool, handleType, dword, dword, 'void *', dword, out(dword)),
    getPrinter: define('GetPrinterW', bool, handleType, dword, 'void *', dword, out(dword)),
    enumJobs: define('EnumJobsW', bool, handleType, dword, dword, dword, 'void *', dword, out(dword), out(dword)),
    setJob: define('SetJobW', bool, handleType, dword, dword, 'void *', dword),
  };
  /** Calls run asynchronously: a shared printer can take long. */
  const call = (fn: Native, ...args: readonly unknown[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, result) => (error ? reject(error) : resolve(Number(result)));
      fn.async(...args, done);
    });

  /** Fetches data into a buffer of the required size, with a second call if needed. */
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
      const handle: WindowsPrintQueue[] = [0];
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
    async jobStatus(handle, id) {
      const info = await filled((buffer, needed) => call(native.getJob, handle, id, 1, buffer, buffer.length, needed));
      return info?.readUInt32LE(job.status) ?? null;
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
        systemTimeMs(info, index * job.size + job.submitted),
      );
      return { count: times.length, oldestMs: times.reduce((oldest, time) => Math.min(oldest, time), Infinity) };
    },
    deleteJob: async (handle, id) => (await call(native.setJob, handle, id, 0, null, JOB_CONTROL_DELETE)) !== 0,
  };
}

/** SYSTEMTIME: year, month, weekday, day, hour, minute, second, millisecond, two bytes each. */
function systemTimeMs(bytes: Buffer, at: number): number {
  const [year = 0, month = 1, , day = 1, hour = 0, minute = 0, second = 0, ms = 0] = Array.from(
    { length: SYSTEMTIME_NUMBERS },
    (_, n) => bytes.readUInt16LE(at + 2 * n),
  );
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}
