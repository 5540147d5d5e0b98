/**
 * Renderer side of the simulated Electron: `contextBridge` and `ipcRenderer` for a sandboxed preload script. It runs
 * inside Chromium as text; `wire` is its only connection to the main process.
 *
 * As in Electron, values cross the bridge as copies: functions as proxies, class instances without their class. The
 * exposed API is frozen. Arguments of ipc calls must survive the structured clone, or the call is rejected. Only the
 * main frame gets the preload script.
 */
interface Wire {
  attach(): Promise<void>;
  /** Resolves with the next message for this document. */
  next(): Promise<{ readonly channel: string; readonly args: readonly unknown[] }>;
  invoke(channel: string, args: readonly unknown[]): Promise<{ readonly value: unknown } | { readonly error: string }>;
}

type Required = (name: string) => unknown;

export function rendererSide(
  bindingName: string,
  preload: (require: Required, exports: object, module: object) => void,
): void {
  const home = globalThis as unknown as Record<string, unknown>;
  const binding = home[bindingName] as (kind: string, channel?: string, args?: readonly unknown[]) => Promise<unknown>;
  delete home[bindingName];
  if (window !== window.top || location.protocol === 'about:') return;

  const wire: Wire = {
    attach: () => binding('attach') as Promise<void>,
    next: () => binding('next') as ReturnType<Wire['next']>,
    invoke: (channel, args) => binding('invoke', channel, args) as ReturnType<Wire['invoke']>,
  };

  type Handler = (event: object, ...args: readonly unknown[]) => void;
  const handlers = new Map<string, Set<Handler>>();
  const listen = async (): Promise<void> => {
    await wire.attach();
    for (;;) {
      const { channel, args } = await wire.next();
      for (const handler of handlers.get(channel) ?? []) handler({}, ...args);
    }
  };
  listen().catch(() => {});

  const cloned = (args: readonly unknown[]): readonly unknown[] => {
    try {
      return structuredClone(args);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  const ipcRenderer = {
    on(channel: string, handler: Handler) {
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(handler));
      return ipcRenderer;
    },
    async invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
      const answer = await wire.invoke(channel, cloned(args));
      if ('error' in answer) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      return answer.value;
    },
  };

  /** Copy of a value on the other side of the bridge. */
  const across = (value: unknown, depth = 0): unknown => {
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.');
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.');
    if (typeof value === 'function') {
      return (...args: readonly unknown[]) => across(value(...args.map((each) => across(each, depth + 1))), depth + 1);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Promise) {
      return value.then(
        (result) => across(result),
        (error: unknown) => {
          throw new Error(String((error as Error).message ?? error));
        },
      );
    }
    if (Array.isArray(value)) return value.map((each) => across(each, depth + 1));
    if (value instanceof Date || value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
      return structuredClone(value);
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, across(each, depth + 1)]));
  };

  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown): void {
      if (name in home) throw new Error('Cannot bind an API on top of an existing property on the window object');
      const value = across(api);
      Object.defineProperty(home, name, {
        value: typeof value === 'object' && value !== null ? Object.freeze(value) : value,
        enumerable: true,
        writable: false,
        configurable: false,
      });
    },
  };

  const required: Required = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  preload(required, {}, { exports: {} });
}
