/** Readers and printers on a real kernel: it plays the devices, and everything above them is what runs in a hall. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInLab } from './lab.ts';

async function seen(script: string): Promise<Readonly<Record<string, unknown>>> {
  const said = await runInLab(join(import.meta.dirname, 'guest', script));
  return Object.assign({}, ...said) as Readonly<Record<string, unknown>>;
}

it('a reader that types is heard by the program alone, comes and goes, and says what to do when it is forbidden', async () => {
  expect(await seen('reader.ts')).toEqual({
    card: '04237',
    othersHeard: 0,
    refused: ['incomplete'],
    second: expect.stringContaining('another program uses this reader'),
    after: '98',
    forbidden: expect.stringMatching(/^EACCES.*SUBSYSTEM=="input".*usermod -aG input nobody/),
  });
});

it('a printer on USB is taken from the system and given back, and prints nothing twice when it stalls or is pulled out; the driver prints too', async () => {
  const printed = { ok: true, value: { confirmed: 'process-id' } };
  const found = await seen('printer.ts');
  expect(found).toMatchObject({
    driverBefore: true,
    driverMeanwhile: false,
    first: printed,
    drawn: printed,
    stalled: printed,
    long: true,
    givenUp: true,
    faults: [],
    after: printed,
    byDriver: printed,
    papersByDriver: 1,
    forbidden: expect.stringMatching(/permission denied.*ATTR\{idVendor\}=="04b8".*usermod -aG lp nobody/),
  });
  const papers = found.papers as readonly string[];
  for (const number of ['A043', 'B001', 'B002', 'B004'])
    expect(papers.filter((each) => each === number)).toEqual([number]);
  expect(papers.filter((each) => each === 'B003').length).toBeLessThanOrEqual(1);
});

it('the rules of the packages give printers and readers to groups, and no keyboard to the program', async () => {
  expect(await seen('rules.ts')).toEqual({
    printer: 'lp 660',
    usb: expect.stringMatching(/^lp 66[04]$/),
    serial: 'dialout 660',
    reader: 'take-a-number 660',
    keyboard: 'input 660',
  });
});
