/** What is there on Linux alone says so elsewhere, and says what to use instead. */
import { expect, it } from 'vitest';
import { openPty } from '../../main/lib/ports/pty.ts';
import { lpTransport } from '../../main/printing/transports/lp.ts';

it.each(['win32', 'darwin'] as const)('a printer of Linux names another way on %s', async (platform) => {
  const opened = await lpTransport('/dev/usb/lp0', null, platform).open({ onBytes() {}, onLost() {} });
  expect(opened).toMatchObject({ ok: false, error: expect.stringMatching(/works on Linux only.*tcp:.*serial port/) });
});

it.each(['win32', 'darwin'] as const)('a pseudo terminal is not tried on %s', (platform) => {
  expect(() => openPty(platform)).toThrow(/Linux only; use a network port/);
});
