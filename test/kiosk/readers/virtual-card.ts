/**
 * A chip card for the virtual reader of vsmartcard (vpcd), which is a real reader to pcscd: it waits on a port for a card to be
 * laid on it. A message is two bytes of length and the rest; one byte is about the power of the card, more are a command.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Where vpcd waits for the card of its first reader. */
const VPCD_PORT = 0x8c7b;
const ASKS_FIRST_WORDS = 4;

export interface VirtualCard {
  takeAway(): void;
}

/** @param answer to a command, both in hexadecimal capitals */
export async function layCard(firstWords: string, answer: (command: string) => string): Promise<VirtualCard> {
  const socket = connect(VPCD_PORT, '127.0.0.1');
  let pending = Buffer.alloc(0);
  const say = (hex: string): void => {
    const bytes = Buffer.from(hex, 'hex');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    socket.write(Buffer.concat([length, bytes]));
  };
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const message = pending.subarray(2, 2 + pending.readUInt16BE(0));
      pending = Buffer.from(pending.subarray(2 + message.length));
      if (message.length > 1) say(answer(message.toString('hex').toUpperCase()));
      else if (message[0] === ASKS_FIRST_WORDS) say(firstWords);
    }
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { takeAway: () => void socket.destroy() };
}
