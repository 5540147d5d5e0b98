/**
 * Thousands of displays in one process. They do what the protocol asks for and no more, so that what is measured is
 * the server: a handshake, and a look into whatever comes.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface Display {
  /** Stops reading, so that what is sent piles up on its way. */
  stopReading(): void;
  close(): void;
}

/** @param heard is given the bytes of each read: whole messages, as far as it matters for their first words. */
export async function openDisplay(
  address: string,
  query: string,
  heard: (bytes: Buffer) => void = () => {},
): Promise<Display> {
  const { hostname, port, host } = new URL(address);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('A display was not let in')));
    socket.on('data', (bytes) => {
      if (bytes.includes('"alive"')) resolve();
      heard(bytes);
    });
    socket.write(
      [
        `GET /restapi/v2/events?${query} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    );
  });
  // A pong without content, masked by nothing, in answer to the server's pings.
  const pong = setInterval(() => socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0])), 4_000);
  return {
    stopReading() {
      clearInterval(pong);
      socket.pause();
    },
    close() {
      clearInterval(pong);
      socket.destroy();
    },
  };
}
