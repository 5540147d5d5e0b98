import { EventEmitter } from 'node:events';
import type { AppStandIn } from './app.ts';
import type { Manner } from './manner.ts';
import { preventable } from './preventable.ts';
import type { Bounds, ScreenPlace, ScreenStandIn } from './screen.ts';
import type { WebContentsStandIn, WebPreferences } from './web-contents.ts';

export interface WindowOptions extends Partial<Bounds> {
  readonly webPreferences: WebPreferences;
  readonly show?: boolean;
  readonly kiosk?: boolean;
  readonly fullscreen?: boolean;
  readonly focusable?: boolean;
  readonly closable?: boolean;
  readonly [name: string]: unknown;
}

export interface Desk {
  readonly app: AppStandIn;
  readonly screen: ScreenStandIn;
  readonly manner: Manner;
  /** The window with the keyboard focus. */
  focused: BrowserWindowStandIn | null;
}

const DEFAULT_SIZE = { width: 800, height: 600 };

/** `BrowserWindow` with an invisible Chromium page; position and closing depend on the system. */
export class BrowserWindowStandIn extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents: WebContentsStandIn;
  readonly #desk: Desk;
  #bounds: Bounds;
  #fullscreen: boolean;
  visible = false;
  destroyed = false;
  focused = 0;
  hasMenu = true;
  #ready = false;

  constructor(options: WindowOptions, desk: Desk, webContents: WebContentsStandIn) {
    super();
    this.options = options;
    this.#desk = desk;
    this.webContents = webContents;
    const { x = 0, y = 0, width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height } = options;
    this.#bounds = this.#placed({ x, y, width, height });
    this.#fullscreen = this.#mayFill() && (options.fullscreen === true || options.kiosk === true);
    webContents.once('did-finish-load', () => this.#becomeReady());
    if (options.show !== false) this.show();
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  removeMenu(): void {
    this.hasMenu = false;
  }

  show(): void {
    this.#appear();
    this.#takeFocus();
  }

  /** Under Wayland, the compositor focuses each window that appears. */
  showInactive(): void {
    this.#appear();
    if (!this.#desk.manner.honoursFocusable) this.#takeFocus();
  }

  focus(): void {
    this.focused++;
    this.#takeFocus();
  }

  setBounds(bounds: Bounds): void {
    // A full-screen window stays on its screen.
    if (!this.#fullscreen) this.#bounds = this.#placed(bounds);
  }

  setFullScreen(fullscreen: boolean): void {
    this.#fullscreen = fullscreen && this.#mayFill();
  }

  /** The screen that it covers completely; null: none. */
  get covers(): ScreenPlace | null {
    const all = this.#desk.screen.getAllDisplays();
    const { x, y, width, height } = this.#bounds;
    if (this.#fullscreen) {
      const on = all.find(({ bounds }) => inside(bounds, x, y));
      return on ?? this.#desk.screen.getPrimaryDisplay();
    }
    const same = all.find(
      ({ bounds }) => bounds.x === x && bounds.y === y && bounds.width === width && bounds.height === height,
    );
    return same ?? null;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  close(): void {
    if (this.destroyed) return;
    // The system does not close it, without an event.
    if (this.options.closable === false && this.#desk.manner.honoursClosable) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /** Closes immediately, without an event that could prevent it. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    if (this.#desk.focused === this) this.#desk.focused = null;
    void this.webContents.destroy();
    this.emit('closed');
    const { app } = this.#desk;
    // Not while the app ends.
    const ending = app.quitting || app.exitCode !== null;
    if (!ending && app.windows.every(({ destroyed }) => destroyed)) app.emit('window-all-closed');
  }

  #appear(): void {
    this.visible = true;
    if (this.#ready) this.emit('ready-to-show');
  }

  #becomeReady(): void {
    this.#ready = true;
    if (this.visible || this.#desk.manner.readyWhileHidden) this.emit('ready-to-show');
  }

  #takeFocus(): void {
    if (this.options.focusable !== false || !this.#desk.manner.honoursFocusable) this.#desk.focused = this;
  }

  #mayFill(): boolean {
    return this.options.focusable !== false || this.#desk.manner.fillsWithoutFocus;
  }

  #placed(bounds: Bounds): Bounds {
    const { manner, screen } = this.#desk;
    if (!manner.honoursPosition) return { ...bounds, x: screen.getPrimaryDisplay().bounds.x, y: 0 };
    // The window manager places a window whose request for full screen is refused.
    return this.options.fullscreen === true && !this.#mayFill() ? { ...bounds, ...DEFAULT_SIZE } : bounds;
  }
}

function inside({ x, y, width, height }: Bounds, left: number, top: number): boolean {
  return left >= x && left < x + width && top >= y && top < y + height;
}
