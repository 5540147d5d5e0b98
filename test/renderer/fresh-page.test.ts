/** When the page of a kiosk loads itself anew: another run of its program, and nobody there. */
import { expect, it } from 'vitest';
import { createFreshPage } from '../../renderer/shared/fresh-page.ts';

function openPage() {
  let loaded = 0;
  const page = createFreshPage(async () => void loaded++);
  page.hears('run 1');
  page.shows('idle');
  return { page, loaded: () => loaded };
}

it('stays as it is while its line comes and goes', () => {
  const { page, loaded } = openPage();
  page.hears('run 1');
  page.shows('choose');
  page.shows('idle');
  expect(loaded()).toBe(0);
});

it('is reloaded once when another run of the program answers', () => {
  const { page, loaded } = openPage();
  page.hears('run 2');
  page.hears('run 3');
  page.shows('idle');
  expect(loaded()).toBe(1);
});

it('waits for the current visitor', () => {
  const { page, loaded } = openPage();
  page.shows('printing');
  page.hears('run 2');
  page.shows('take-ticket');
  expect(loaded()).toBe(0);
  page.shows('idle');
  expect(loaded()).toBe(1);
});

it('is reloaded for a version that was rolled back only if it still differs', () => {
  const { page, loaded } = openPage();
  page.shows('choose');
  page.hears('run 2');
  page.hears('run 1');
  page.shows('idle');
  expect(loaded()).toBe(0);
});
