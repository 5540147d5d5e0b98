/** The counter with 500 waiting visitors: from a key to the next visitor on the screen. */
import { Counter, openCounterTown } from '../test/helpers/counter-page.ts';
import { launchChromium } from '../test/helpers/kiosk-page.ts';
import { ms, percentile, report } from './figures.ts';

const WAITING = 500;
const TIMES = 30;
const TARGET_MS = 100;

export async function counterSteps(): Promise<boolean> {
  const [browser, town] = [await launchChromium(), await openCounterTown()];
  const counter = await Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 1' });
  for (let ticket = 0; ticket < WAITING; ticket += 1) await town.createTicket('Passports');
  await counter.page.locator('.rows-long .row').first().waitFor();
  const took: number[] = [];
  for (let step = 0; step < TIMES; step += 1) {
    // The page itself measures: from the key to the frame with the new label.
    await counter.page.evaluate(() => {
      const label = (): string => document.querySelector('.now .label-big')?.textContent ?? '';
      const state = window as unknown as { took: Promise<number> };
      state.took = new Promise((resolve) => {
        document.addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const before = label();
            const look = (): void => {
              if (label() === before) requestAnimationFrame(look);
              else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
    });
    await counter.press('n');
    took.push(await counter.page.evaluate(() => (window as unknown as { took: Promise<number> }).took));
    await counter.page.locator('.now[data-busy="false"]').waitFor();
  }
  const median = percentile(took, 50);
  await browser.close();
  await town.close();
  const figures = { median: ms(median), '90 %': ms(percentile(took, 90)) };
  report(`N at a counter with ${WAITING} waiting`, figures, `${TARGET_MS} ms`, median <= TARGET_MS);
  return median <= TARGET_MS;
}
