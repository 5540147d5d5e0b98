/**
 * Closes a listener without resetting connections.
 *
 * When a listener closes, Linux resets every connection in its queue, and with it a request that is already sent. So
 * the listener first drops new connections (TCP segments with SYN only) with a packet filter of socket(7). Handshakes
 * in progress are still accepted. Clients that are dropped retry and are refused after the close.
 */
import type { Server } from 'node:net';
import { libc } from '../lib/libc.ts';

/** Time for the last segment of pending handshakes, and for their first requests. */
const HANDSHAKES_MS = 250;

const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;
const FLAGS_OF_SEGMENT = 13;
const SYN = 0x02;
const ACK = 0x10;

/** Instructions of bpf(4): code, jump if true, jump if false, operand. */
const DROP_SYN = [
  { code: 0x30, jt: 0, jf: 0, k: FLAGS_OF_SEGMENT },
  { code: 0x54, jt: 0, jf: 0, k: SYN | ACK },
  { code: 0x15, jt: 1, jf: 0, k: SYN },
  { code: 0x06, jt: 0, jf: 0, k: 0xffff_ffff },
  { code: 0x06, jt: 0, jf: 0, k: 0 },
];
/** Size of a `struct sock_fprog` on 64-bit machines. */
const PROGRAM_BYTES = 16;

type SetOption = (fd: number, level: number, name: number, value: object, length: number) => number;

let setOption: SetOption | null = null;

function loadSetOption(): SetOption {
  if (setOption !== null) return setOption;
  const { func, struct } = libc();
  struct('sock_filter', { code: 'uint16_t', jt: 'uint8_t', jf: 'uint8_t', k: 'uint32_t' });
  struct('sock_fprog', { len: 'uint16_t', filter: 'sock_filter *' });
  setOption = func(
    'int setsockopt(int fd, int level, int name, sock_fprog *value, uint32_t length)',
  ) as unknown as SetOption;
  return setOption;
}

/** Node exposes a listener's descriptor only on its handle. */
function descriptorOf(server: Server): number | null {
  const { _handle: handle } = server as { readonly _handle?: { readonly fd?: unknown } | null };
  return typeof handle?.fd === 'number' && handle.fd >= 0 ? handle.fd : null;
}

/** Resolves when the listener can be closed: at once on other systems than Linux. */
export async function stopConnecting(server: Server): Promise<void> {
  const descriptor = process.platform === 'linux' ? descriptorOf(server) : null;
  if (descriptor === null) return;
  const program = { len: DROP_SYN.length, filter: DROP_SYN };
  if (loadSetOption()(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, program, PROGRAM_BYTES) !== 0) return;
  await new Promise((resolve) => setTimeout(resolve, HANDSHAKES_MS));
}
