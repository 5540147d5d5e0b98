import { describe, expect, it } from 'vitest';
import { windowArguments } from '../../scripts/lib/start-flags.mjs';
import { passesGuard } from '../electron/stand-in/arguments.ts';

describe('the command line of the window on Windows', () => {
  it.each([
    [['--printer', 'tcp://h:9100', '--lang', 'pt']],
    [['--reader', 'wedge:', '--reader', 'serial://COM3?baudRate=9600', '--no-open']],
    [['--server', 'https://queue.example', '--device', 'kiosk-1', '--device-key', 'a b']],
    [['--printer=tcp://h:9100', '--port', '0']],
  ])('is let through by Electron, and says the same: %j', (flags) => {
    const [folder, ...words] = windowArguments(flags, 'C:\\Take a Number', { platform: 'win32', env: {} });
    expect(passesGuard(['electron.exe', folder, ...words])).toBe(true);
    expect(words.join(' ').replaceAll('=', ' ')).toBe(flags.join(' ').replaceAll('=', ' '));
  });
});
