/** A tablet as a kiosk: its browser shows the page, and the server drives a network printer for it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { openMachine, priorityOption } from '../helpers/machine.ts';
import { faultsOf } from '../helpers/page-faults.ts';
import { tcpPrinter } from '../helpers/virtual-printer.ts';

const PASSWORD = 'correct horse battery';

async function siteFile(printer: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tablet-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'site.json');
  const site = {
    settings: { api_authentication: true, printer_networks: ['127.0.0.1/32'] },
    locations: [{ id: 'hall', name: 'Hall', languages: ['en'] }],
    services: [{ id: 'tax', name: 'Taxes', tag: 'T', location: 'hall' }],
    devices: [
      { id: 'front', name: 'Front', type: 1, location: 'hall' },
      { id: 'tablet', name: 'Tablet', type: 1, location: 'hall', printer },
    ],
    users: [{ id: 'chief', username: 'chief', name: 'Chief', password: PASSWORD, roles: ['admin_site'] }],
  };
  await writeFile(path, JSON.stringify(site));
  return path;
}

it.each(['iPad (gen 7)', 'Galaxy Tab S4 landscape'])(
  '%s gives a ticket that the printer beside it prints',
  async (model) => {
    const { printer, url } = await tcpPrinter();
    const machine = await openMachine({ site: await siteFile(url), printer: 'none', authentication: 'on' });
    const { address } = machine.program;
    const browser = await launchChromium();
    const { defaultBrowserType: _engine, ...tablet } = devices[model] ?? {};
    const context = await browser.newContext(tablet);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults = faultsOf(page);

    await page.goto(`${address}/pair`);
    const code = await page.locator('.pair-code').innerText();
    const { authtoken } = await machine.post<{ authtoken: string }>('login', { user_id: 'chief', password: PASSWORD });
    const paired = await fetch(`${address}/restapi/v2/admin/devices/tablet/pair`, {
      method: 'POST',
      headers: { authorization: `Bearer ${authtoken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(await paired.json()).toMatchObject({ success: true });

    await page.locator('[data-screen="choose"]').waitFor();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/kiosk/');
    await page.locator('.choice-main', { hasText: 'Taxes' }).tap();
    await priorityOption(page, 'No').tap();
    await page.locator('[data-screen="take-ticket"]').waitFor();
    expect(printer.tickets.map(({ text }) => text.includes('T001'))).toEqual([true]);
    expect(faults).toEqual([]);
  },
);
