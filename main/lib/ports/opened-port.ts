import type { SerialPort } from 'serialport';
import { portFault } from './device-node.ts';

/** What is wrong with what serialport has opened; null when it is a serial port. Windows shows no number to ask with. */
export function openedFault({ port }: SerialPort): string | null {
  const fd = port !== undefined && 'fd' in port ? port.fd : undefined;
  return typeof fd === 'number' ? portFault(fd) : null;
}
