/**
 * Bindings of the PC/SC library on Linux and Windows.
 *
 * On Linux pcscd's, on Windows the system's own. It is called directly, because packages that wrap it must be compiled
 * at installation.
 */
import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';
import { fail, ok, type Result } from '../../../lib/result.ts';

/** Opaque handle of the library. */
export type Handle = number | bigint;

export interface ReaderState {
  /** Bits: see `STATE`. */
  readonly bits: number;
  /** Answer to reset of the card; empty without a card. */
  readonly atr: Uint8Array;
}

export interface Card {
  readonly handle: Handle;
  readonly protocol: number;
}

/** Each returns a PC/SC error code on failure: one of `CODE`, or another. They wait for the service only. */
export interface PcscLibrary {
  establishContext(): Promise<Result<Handle, number>>;
  releaseContext(context: Handle): Promise<void>;
  listReaders(context: Handle): Promise<Result<readonly string[], number>>;
  stateOf(context: Handle, reader: string): Promise<Result<ReaderState, number>>;
  connect(context: Handle, reader: string): Promise<Result<Card, number>>;
  transmit(card: Card, command: Uint8Array): Promise<Result<Uint8Array, number>>;
  disconnect(card: Card): Promise<void>;
}

export const CODE = {
  unknownReader: 0x80100009,
  noCard: 0x8010000c,
  noService: 0x8010001d,
  serviceStopped: 0x8010001e,
  noReaders: 0x8010002e,
  removed: 0x80100069,
  forbidden: 0x8010006a,
} as const;

export const STATE = { unknown: 0x4, unavailable: 0x8, present: 0x20 } as const;

const SCOPE_SYSTEM = 2;
const SHARED = 2;
const T0_OR_T1 = 3;
const LEAVE = 0;
/** Buffer sizes for reader names and for card responses. */
const NAMES_BYTES = 8192;
const ANSWER_BYTES = 264;

/** Differences between systems: library name, integer sizes, and string functions. */
const SYSTEMS: Readonly<Record<string, { file: string; dword: string; long: string; atr: number; text: string }>> = {
  linux: { file: 'libpcsclite.so.1', dword: 'unsigned long', long: 'long', atr: 33, text: '' },
  win32: { file: 'winscard.dll', dword: 'uint32_t', long: 'int32_t', atr: 36, text: 'A' },
};

type TypeSpec = Parameters<LibraryHandle['func']>[3][number];
type Callback = (error: Error | null, code: number | bigint) => void;
interface Native {
  async(...args: readonly unknown[]): void;
}

/** Loads the library; the error is for the log and includes the fix. */
export function loadPcsc(platform: NodeJS.Platform = process.platform): Result<PcscLibrary, string> {
  const system = SYSTEMS[platform];
  if (system === undefined)
    return fail('pcsc: is not supported on this system; use a reader with a serial port, or wedge:');
  const { dword, long, text } = system;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    const library = koffi.load(system.file);
    const state = koffi.struct({
      szReader: 'const char *',
      pvUserData: 'void *',
      dwCurrentState: dword,
      dwEventState: dword,
      cbAtr: dword,
      rgbAtr: koffi.array('uint8_t', system.atr, 'Typed'),
    });
    const request = koffi.struct({ dwProtocol: dword, cbPciLength: dword });
    const inout = (type: TypeSpec): TypeSpec => koffi.inout(koffi.pointer(type));
    const out = (type: string): TypeSpec => koffi.out(koffi.pointer(type));
    const handle = platform === 'win32' ? 'uintptr_t' : 'long';
    const define = (name: string, args: TypeSpec[]): Native => library.func(name, long, args) as unknown as Native;
    return ok(
      speak(
        {
          establish: define('SCardEstablishContext', [dword, 'void *', 'void *', out(handle)]),
          release: define('SCardReleaseContext', [handle]),
          list: define(`SCardListReaders${text}`, [handle, 'const char *', out('uint8_t'), inout(dword)]),
          status: define(`SCardGetStatusChange${text}`, [handle, dword, inout(state), dword]),
          connect: define(`SCardConnect${text}`, [handle, 'const char *', dword, dword, out(handle), out(dword)]),
          transmit: define('SCardTransmit', [
            handle,
            koffi.pointer(request),
            'uint8_t *',
            dword,
            'void *',
            out('uint8_t'),
            inout(dword),
          ]),
          disconnect: define('SCardDisconnect', [handle, dword]),
        },
        koffi.sizeof(request),
        system.atr,
      ),
    );
  } catch {
    const missing = platform === 'linux' ? '; run "sudo apt-get install pcscd"' : '';
    return fail(`PC/SC is not installed${missing}`);
  }
}

type Natives = Readonly<
  Record<'establish' | 'release' | 'list' | 'status' | 'connect' | 'transmit' | 'disconnect', Native>
>;

/** Runs in a thread, because the service can hang. */
function call(native: Native, ...args: readonly unknown[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const done: Callback = (error, code) => (error === null ? resolve(Number(code) >>> 0) : reject(error));
    native.async(...args, done);
  });
}

function speak(natives: Natives, requestBytes: number, atrBytes: number): PcscLibrary {
  return {
    async establishContext() {
      const context: Handle[] = [0];
      const code = await call(natives.establish, SCOPE_SYSTEM, null, null, context);
      return code === 0 ? ok(context[0] ?? 0) : fail(code);
    },
    releaseContext: async (context) => void (await call(natives.release, context)),
    async listReaders(context) {
      const names = new Uint8Array(NAMES_BYTES);
      const length = [NAMES_BYTES];
      const code = await call(natives.list, context, null, names, length);
      if (code !== 0) return fail(code);
      const text = new TextDecoder().decode(names.subarray(0, Number(length[0])));
      return ok(text.split('\0').filter((name) => name !== ''));
    },
    async stateOf(context, reader) {
      // With an unknown current state the call returns at once.
      const state = {
        szReader: reader,
        pvUserData: null,
        dwCurrentState: 0,
        dwEventState: 0,
        cbAtr: 0,
        rgbAtr: new Uint8Array(atrBytes),
      };
      const code = await call(natives.status, context, 0, state, 1);
      if (code !== 0) return fail(code);
      return ok({ bits: Number(state.dwEventState), atr: state.rgbAtr.slice(0, Number(state.cbAtr)) });
    },
    async connect(context, reader) {
      const card: Handle[] = [0];
      const protocol = [0];
      const code = await call(natives.connect, context, reader, SHARED, T0_OR_T1, card, protocol);
      return code === 0 ? ok({ handle: card[0] ?? 0, protocol: Number(protocol[0]) }) : fail(code);
    },
    async transmit({ handle, protocol }, command) {
      const answer = new Uint8Array(ANSWER_BYTES);
      const length = [ANSWER_BYTES];
      const request = { dwProtocol: protocol, cbPciLength: requestBytes };
      const code = await call(natives.transmit, handle, request, command, command.length, null, answer, length);
      return code === 0 ? ok(answer.slice(0, Number(length[0]))) : fail(code);
    },
    disconnect: async ({ handle }) => void (await call(natives.disconnect, handle, LEAVE)),
  };
}
