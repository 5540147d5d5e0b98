/** How many touches a visitor needs from the first screen to the ticket, at the kiosk of the demo. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A visitor whose touches are counted. */
async function visit(viewport = { width: 1080, height: 1920 }) {
  const machine = await openMachine({ printer: 'tcp' });
  const visitor = await Visitor.at(machine, browser, viewport);
  await visitor.page.evaluate(() => {
    document.documentElement.dataset.touches = '0';
    document.addEventListener(
      'click',
      () => {
        const { dataset } = document.documentElement;
        dataset.touches = String(Number(dataset.touches) + 1);
      },
      { capture: true },
    );
  });
  const touches = async (): Promise<number> => {
    await visitor.page.waitForSelector('section.ticket');
    return Number(await visitor.page.locator('html').getAttribute('data-touches'));
  };
  return { machine, visitor, touches };
}

it('is three for a service of a group that offers priority: group, service, answer', async () => {
  const { visitor, touches } = await visit();
  await visitor.touch('Documents and identity');
  await visitor.touchPriority('Passports');
  expect(await touches()).toBe(3);
});

it('is two for a service of a group without priority', async () => {
  const { machine, visitor, touches } = await visit();
  const address = `${machine.program.address}/restapi/v2/admin/services/payments`;
  const { item } = (await (await fetch(address)).json()) as { readonly item: object };
  const { status } = await fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...item, priority_allowed: false }),
  });
  expect(status).toBe(200);
  await visitor.touch('Home, taxes and payments');
  await visitor.page.locator('.choice', { hasText: 'Payments' }).waitFor();
  await visitor.touch('Payments');
  expect(await touches()).toBe(2);
});

it('is one more in another language of the first screen', async () => {
  const { visitor, touches } = await visit({ width: 1920, height: 1080 });
  await visitor.page.getByRole('button', { name: 'Português', exact: true }).click();
  await visitor.touch('Casa, impostos e pagamentos');
  await visitor.choice('Pagamentos').locator('.choice-main').click();
  await visitor.page.getByRole('button', { name: /^Não/ }).click();
  expect(await touches()).toBe(4);
});
