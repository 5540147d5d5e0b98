/** Connection relay for the HTTP method UPDATE. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { asPut, beginsLikeUpdate } from './update-token.ts';

/** Events that a reader of a connection listens to. */
const READER_EVENTS = ['data', 'end', 'timeout', 'error'] as const;

/**
 * A connection from an UPDATE request on: the same bytes in both directions, except that the method reads PUT. Node's
 * server treats it as an ordinary connection. It takes the real connection from its previous reader, and a later relay
 * can replace it.
 */
export class RelayedConnection extends Duplex {
  readonly #real: Socket;
  /** First bytes of the request, until its method is complete. */
  #head: Buffer | null;
  #relieved = false;
  #untouched = true;
  readonly #onOther: (bytes: Buffer) => void;
  readonly #onClose = (): void => void this.destroy();

  /**
   * @param first starts with a prefix of UPDATE
   * @param onOther called if the method turns out to be another one
   */
  constructor(real: Socket, first: Buffer, onOther: (bytes: Buffer) => void) {
    super();
    this.#real = real;
    this.#head = Buffer.alloc(0);
    this.#onOther = onOther;
    // The real connection may fail before this one has a reader.
    this.on('error', () => {});
    for (const event of READER_EVENTS) real.removeAllListeners(event);
    real.on('data', (bytes: Buffer) => this.#receive(bytes));
    real.on('end', () => this.push(null));
    real.on('timeout', () => this.emit('timeout'));
    real.on('error', (error) => this.destroy(error));
    real.once('close', this.#onClose);
    this.#receive(first);
  }

  get real(): Socket {
    return this.#real;
  }

  /** Whether the next request is the UPDATE: true once. */
  takeUpdate(): boolean {
    const untouched = this.#untouched;
    this.#untouched = false;
    return untouched;
  }

  /** Another reader has taken the real connection; this one only finishes its output. */
  relieve(): void {
    this.#relieved = true;
  }

  // Socket properties that Node's server and libraries use.
  get remoteAddress(): string | undefined {
    return this.#real.remoteAddress;
  }
  get bytesRead(): number {
    return this.#real.bytesRead;
  }
  get remotePort(): number | undefined {
    return this.#real.remotePort;
  }
  get remoteFamily(): string | undefined {
    return this.#real.remoteFamily;
  }
  get localAddress(): string | undefined {
    return this.#real.localAddress;
  }
  get localPort(): number | undefined {
    return this.#real.localPort;
  }
  /** True over TLS, like on a TLS socket. */
  get encrypted(): boolean {
    return 'encrypted' in this.#real && this.#real.encrypted === true;
  }
  setTimeout(ms: number, tell?: () => void): this {
    this.#real.setTimeout(ms);
    if (tell !== undefined) this.once('timeout', tell);
    return this;
  }
  setNoDelay(on?: boolean): this {
    this.#real.setNoDelay(on);
    return this;
  }
  setKeepAlive(on?: boolean, delayMs?: number): this {
    this.#real.setKeepAlive(on, delayMs);
    return this;
  }
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  #receive(bytes: Buffer): void {
    if (this.#head === null) {
      if (!this.push(bytes)) this.#real.pause();
      return;
    }
    const head = Buffer.concat([this.#head, bytes]);
    const put = asPut(head);
    if (!beginsLikeUpdate(head)) {
      // Discard the following bytes.
      this.#real.removeAllListeners('data').resume();
      this.#onOther(head);
      return;
    }
    this.#head = put === null ? head : null;
    if (put !== null && !this.push(put)) this.#real.pause();
  }

  override _read(): void {
    if (!this.#relieved) this.#real.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#real.write(chunk, done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#real.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#real.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#real.removeListener('close', this.#onClose);
    if (!this.#relieved) this.#real.destroy();
    done(error);
  }
}
