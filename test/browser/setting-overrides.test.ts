/** The settings screen of the back office at a server that overrides some of them by its command line. */
import { expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { startProgramChild } from '../helpers/program-child.ts';

it('shows which settings the server overrides, with what, and by which flag or variable', async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const flags = ['--api-authentication', 'off', '--allowed-hosts', 'queue.example.org,other.example.org'];
  const address = await startProgramChild(flags, { TAN_PUBLIC_URL: 'https://queue.example.org' }).ready;
  const administrator = await Administrator.at({ program: { address } }, browser);
  await administrator.open('System settings');
  const overrides = administrator.page.locator('[data-setting]');
  await overrides.nth(1).waitFor();
  expect(await overrides.allInnerTexts()).toEqual([
    'Address of this server for phones: this server uses https://queue.example.org, set by TAN_PUBLIC_URL, instead of the value saved here.',
    expect.stringMatching(/: this server uses queue\.example\.org, other\.example\.org, set by --allowed-hosts, /),
  ]);
  expect(administrator.faults).toEqual([]);
});
