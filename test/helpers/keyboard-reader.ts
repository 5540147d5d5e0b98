import type { Page } from 'playwright-core';

/**
 * Types like a keyboard-wedge card reader: 5 ms per key in browser time, then Enter. All keys are sent at once, so that
 * a busy machine adds no pause, which the page would take for the end of the text.
 */
export async function swipe(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const sent = [...text, '\r'].flatMap((key, place) => {
    const isEnter = key === '\r';
    const base = {
      key: isEnter ? 'Enter' : key,
      code: isEnter ? 'Enter' : '',
      timestamp: start + 0.005 * (place + 1),
      windowsVirtualKeyCode: isEnter ? 13 : 0,
    };
    return [
      session.send('Input.dispatchKeyEvent', { ...base, type: 'keyDown', text: key }),
      session.send('Input.dispatchKeyEvent', { ...base, type: 'keyUp' }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}
