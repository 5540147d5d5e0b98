/** Unix datagram socket of a service manager. Linux only; Node itself has none. */
import { rmSync } from 'node:fs';
import { unixAddress } from '../../main/app/service-manager/unix-datagram.ts';
import { libc } from '../../main/lib/libc.ts';

export interface DatagramSocket {
  /** Datagrams since the last call. */
  heard(): string[];
  close(): void;
}

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/** @param path socket file to create, or `@name` */
export function openDatagramSocket(path: string): DatagramSocket {
  const { func } = libc();
  const recv = func('long recv(int socket, _Out_ uint8_t *message, size_t length, int flags)');
  const close = func('int close(int socket)');
  const descriptor: number = func('int socket(int domain, int type, int protocol)')(AF_UNIX, SOCK_DGRAM, 0);
  const address = unixAddress(path);
  const bound = func('int bind(int socket, uint8_t *address, uint32_t length)')(descriptor, address, address.length);
  if (descriptor < 0 || bound !== 0) throw new Error(`no socket is available at ${path}`);
  return {
    heard() {
      const messages: string[] = [];
      for (;;) {
        const bytes = new Uint8Array(1024);
        const length = Number(recv(descriptor, bytes, bytes.length, MSG_DONTWAIT));
        if (length < 0) return messages;
        messages.push(Buffer.from(bytes.subarray(0, length)).toString());
      }
    },
    close() {
      close(descriptor);
      if (!path.startsWith('@')) rmSync(path, { force: true });
    },
  };
}
