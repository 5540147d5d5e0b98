/** Sends one datagram to a Unix socket, which Node cannot do. Linux only. */
import { endianness } from 'node:os';
import { libc } from '../../lib/libc.ts';

/** Linux constants, the same on x86-64, ARM and RISC-V. */
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_DONTWAIT = 0x40;
const MSG_NOSIGNAL = 0x4000;

interface SocketCalls {
  socket(domain: number, type: number, protocol: number): number;
  sendto(
    socket: number,
    message: Uint8Array,
    length: number,
    flags: number,
    address: Uint8Array,
    addressLength: number,
  ): number;
  close(socket: number): number;
}

let calls: SocketCalls | null = null;

function loadCalls(): SocketCalls {
  if (calls !== null) return calls;
  const { func } = libc();
  calls = {
    socket: func('int socket(int domain, int type, int protocol)'),
    sendto: func(
      'long sendto(int socket, uint8_t *message, size_t length, int flags, uint8_t *address, uint32_t address_length)',
    ),
    close: func('int close(int socket)'),
  };
  return calls;
}

/**
 * `struct sockaddr_un` of this path.
 * @param path starts with `@` for the abstract namespace, which has no file (unix(7))
 */
export function unixAddress(path: string): Uint8Array {
  const family = Buffer.alloc(2);
  if (endianness() === 'LE') family.writeUInt16LE(AF_UNIX);
  else family.writeUInt16BE(AF_UNIX);
  const isAbstract = path.startsWith('@');
  const name = Buffer.from(isAbstract ? `\0${path.slice(1)}` : `${path}\0`);
  return Buffer.concat([family, name]);
}

/** @returns whether it was sent. Never blocks. */
export function sendDatagram(path: string, text: string): boolean {
  const { socket, sendto, close } = loadCalls();
  const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  try {
    const message = Buffer.from(text);
    const address = unixAddress(path);
    const sent = sendto(descriptor, message, message.length, MSG_DONTWAIT | MSG_NOSIGNAL, address, address.length);
    return sent === message.length;
  } finally {
    close(descriptor);
  }
}
