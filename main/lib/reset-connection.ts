import type { Socket } from 'node:net';

/**
 * Ends a connection so that the other side gets nothing more of what was sent to it.
 *
 * While the end of our own side is on its way, libuv refuses this (`uv_tcp_close_reset`: EINVAL), and Node 24 keeps the connection
 * from then on: it stays open, and the process that wants to end turns for ever. That end is there a moment later.
 */
export function resetConnection(socket: Socket): void {
  const isEnding = socket.writableEnded && socket.writableLength === 0 && !socket.writableFinished;
  // Nothing was sent yet; Node would come to it behind the end that waits for the connection.
  if (socket.connecting) socket.destroy();
  else if (isEnding) socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
