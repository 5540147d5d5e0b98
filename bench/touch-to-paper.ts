/** From a touch that leaves the page to the first byte of the ticket at a TCP printer. */
import { createVirtualPrinter, type VirtualPrinter } from '../main/virtual-printer/virtual-printer.ts';
import { ms, percentile, report } from './figures.ts';
import { openPage, type PageClient } from './kiosk-page.ts';
import { makeDataDir, startProgram } from './program.ts';

const TOUCHES = 500;
const WARM_UP = 20;
const MEDIAN_TARGET_MS = 15;
const P99_TARGET_MS = 40;
/** A page so large that every service is a button of its own. */
export const LARGE = { choices: 1000 };

/** One visitor at an idle kiosk, from the touch to the first byte, in milliseconds. Ends when the kiosk is idle again. */
export async function touch(page: PageClient, printer: Pick<VirtualPrinter, 'onFirstByte'>): Promise<number> {
  const idle = await page.until(
    ({ screen, printer: paper }) =>
      screen.name === 'idle' && screen.choices.every(({ kind }) => kind === 'service') && paper === 'ok',
  );
  const open =
    idle.screen.name === 'idle'
      ? idle.screen.choices.find((choice) => choice.kind === 'service' && choice.open && !choice.full)
      : undefined;
  if (open === undefined) throw new Error('no service is open');
  const firstByte = new Promise<number>((resolve) => {
    const stop = printer.onFirstByte((atMs) => {
      stop();
      resolve(atMs);
    });
  });
  const touched = performance.now();
  page.call('touchService', { serviceId: open.id, priority: false });
  const arrived = await firstByte;
  await page.until((state) => state.screen.name === 'take-ticket');
  page.call('done', {});
  await page.until((state) => state.screen.name === 'idle');
  return arrived - touched;
}

export async function touchToPaper(): Promise<boolean> {
  const data = await makeDataDir();
  const printer = createVirtualPrinter();
  const port = await printer.listenTcp();
  const program = await startProgram(data.path, '--printer', `tcp://127.0.0.1:${port}`);
  const page = await openPage(program.address);
  const took: number[] = [];
  page.call('fits', LARGE);
  try {
    for (let count = 0; count < TOUCHES + WARM_UP; count += 1) {
      const tookMs = await touch(page, printer);
      if (count >= WARM_UP) took.push(tookMs);
    }
  } finally {
    page.close();
    await program.stop();
    await printer.close();
    await data.remove();
  }
  const median = percentile(took, 50);
  const p99 = percentile(took, 99);
  const met = median <= MEDIAN_TARGET_MS && p99 <= P99_TARGET_MS;
  report(
    `touch to first byte, ${TOUCHES} touches`,
    { median: ms(median), p99: ms(p99) },
    `median ${MEDIAN_TARGET_MS} ms, p99 ${P99_TARGET_MS} ms`,
    met,
  );
  return met;
}
