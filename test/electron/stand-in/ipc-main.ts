type Handler = (event: object, ...args: readonly unknown[]) => unknown;

/** `ipcMain` with `handle`: arguments and results must survive the structured clone, as in Electron. */
export class IpcMainStandIn {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Message from a page; `event` names its sender. */
  async dispatch(
    event: { readonly sender: unknown; readonly senderFrame: unknown },
    channel: string,
    args: readonly unknown[],
  ): Promise<{ readonly value: unknown } | { readonly error: string }> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) return { error: `No handler registered for '${channel}'` };
    try {
      return { value: structuredClone(await handler({ ...event, type: 'frame' }, ...structuredClone(args))) };
    } catch (error) {
      return { error: String(error) };
    }
  }
}
