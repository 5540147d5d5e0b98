/** One line to a phone: ready frames go out, nothing comes in; who reads too slowly or is gone is let go. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { PING_FRAME } from '../../rest/frame.ts';
import { PHONE_CLOSE } from '../contract/phone-protocol.ts';

export interface PhoneSocket {
  write(frame: Buffer): void;
  /** A sign of life, to be answered. */
  beat(frame: Buffer): void;
  close(code: number, reason: string): void;
}

const MAX_UNREAD_BYTES = 64 * 1024;
/** Signs of life that a phone may leave unanswered. */
const MAX_UNANSWERED = 3;
/** Whoever does not answer a closing is left. */
const CLOSE_DEADLINE_MS = 1_000;

/** @param onGone told once, whoever ended the line. */
export function phoneSocket(
  webSocket: WebSocket,
  socket: Pick<Socket, 'write' | 'writable' | 'writableLength'>,
  onGone: (line: PhoneSocket) => void,
): PhoneSocket {
  let unanswered = 0;
  let gone = false;

  function leave(): void {
    if (gone) return;
    gone = true;
    onGone(line);
  }

  function cutOff(): void {
    leave();
    webSocket.terminate();
  }

  const line: PhoneSocket = {
    write(frame) {
      if (!socket.writable) return;
      if (socket.writableLength > MAX_UNREAD_BYTES) cutOff();
      else socket.write(frame);
    },
    beat(frame) {
      if (unanswered >= MAX_UNANSWERED) return cutOff();
      unanswered += 1;
      line.write(Buffer.concat([frame, PING_FRAME]));
    },
    close(code, reason) {
      leave();
      webSocket.close(code, reason);
      setTimeout(() => webSocket.terminate(), CLOSE_DEADLINE_MS).unref();
    },
  };
  webSocket.on('pong', () => {
    unanswered = 0;
  });
  webSocket.on('message', () => line.close(PHONE_CLOSE.badMessage, 'nothing to be said here'));
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', leave);
  return line;
}
