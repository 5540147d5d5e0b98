import type { Socket } from 'node:net';

/**
 * Resets a connection, so that the other side stops receiving data. While the shutdown of our side is pending, libuv
 * refuses a reset (`uv_tcp_close_reset`: EINVAL). Node 24 then keeps the connection open, and a process that wants to
 * end loops forever. So this waits for the shutdown first.
 */
export function resetConnection(socket: Socket): void {
  const isEnding = socket.writableEnded && socket.writableLength === 0 && !socket.writableFinished;
  // Nothing was sent yet; Node would reset only after the connect.
  if (socket.connecting) socket.destroy();
  else if (isEnding) socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
