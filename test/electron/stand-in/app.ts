import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passesGuard } from './arguments.ts';
import type { Manner } from './manner.ts';
import { preventable } from './preventable.ts';

/** Part of a window that `app` needs. */
interface AppWindow {
  readonly destroyed: boolean;
  close(): void;
  destroy(): void;
}

/** Command that `app.relaunch` would start. */
interface NextStart {
  readonly execPath: string | null;
  readonly args: readonly string[];
}

/** `app`: life cycle, relaunches and switches. */
export class AppStandIn extends EventEmitter {
  isPackaged = true;
  readonly switches: string[] = [];
  readonly relaunches: NextStart[] = [];
  exitCode: number | null = null;
  isReady = false;
  windows: readonly AppWindow[] = [];
  firstInstance = true;
  quitting = false;
  /** Whether it runs from an AppImage mount, which is unmounted before Electron's helper can relaunch. */
  isMounted = false;
  /** Whether pages are drawn by the graphics processor. */
  drawsByHardware = true;
  /** Folder of data that an installed program keeps across starts. */
  userData = join(tmpdir(), `electron-${process.pid}-${Math.random().toString(36).slice(2)}`);
  readonly #manner: Manner;
  readonly #ready = Promise.withResolvers<void>();

  constructor(manner: Manner) {
    super();
    this.#manner = manner;
  }

  readonly commandLine = {
    /** Cannot change what Electron decides before the main script runs (`ozone-platform`). */
    appendSwitch: (name: string, value = ''): void => {
      this.switches.push(value === '' ? name : `${name}=${value}`);
    },
    getSwitchValue: (name: string): string => (name === 'ozone-platform' ? this.#manner.ozone : ''),
  };

  getVersion(): string {
    return '0.0.0';
  }

  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`not played: app.getPath('${name}')`);
    return this.userData;
  }

  disableHardwareAcceleration(): void {
    if (this.isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.drawsByHardware = false;
  }

  requestSingleInstanceLock(): boolean {
    return this.firstInstance;
  }

  /** Electron is ready after the main module has run. */
  becomeReady(): void {
    this.isReady = true;
    this.#ready.resolve();
  }

  whenReady(): Promise<void> {
    queueMicrotask(() => this.becomeReady());
    return this.#ready.promise;
  }

  relaunch({ execPath, args = [] }: { readonly execPath?: string; readonly args?: readonly string[] } = {}): void {
    this.relaunches.push({ execPath: execPath ?? null, args });
  }

  /** Whether the last relaunch starts a program; on Windows, its command line must pass the guard. */
  get startsAnew(): boolean {
    const next = this.relaunches.at(-1);
    if (next === undefined || this.isMounted) return false;
    return !this.#manner.guardsArguments || passesGuard(next.args);
  }

  exit(code = 0): void {
    if (this.exitCode !== null) return;
    this.exitCode = code;
    for (const window of this.windows) window.destroy();
    this.emit('quit', preventable(), code);
  }

  quit(): void {
    if (this.quitting || this.exitCode !== null) return;
    const before = preventable();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.quitting = true;
    for (const window of this.windows) window.close();
    this.#closedOrNot();
  }

  /** A window that refuses to close cancels the quit. */
  #closedOrNot(): void {
    const open = this.windows.some(({ destroyed }) => !destroyed);
    if (open) {
      this.quitting = false;
      return;
    }
    const will = preventable();
    this.emit('will-quit', will);
    if (will.defaultPrevented) this.quitting = false;
    else this.exit(0);
  }

  /** Electron's handling of SIGTERM, Ctrl-C and the end of the session. */
  signal(): void {
    if (this.#manner.asksToEnd) this.quit();
    else this.exitCode ??= 1;
  }
}
