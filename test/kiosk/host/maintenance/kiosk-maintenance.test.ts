/** Maintenance actions of staff, with a real server and printer. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { KioskScreen, KioskState } from '../../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../../main/kiosk/host/kiosk-host.ts';
import { type Clock, systemClock } from '../../../../main/lib/context.ts';
import { createPrinter } from '../../../../main/printing/driver.ts';
import { parsePrinterUrl } from '../../../../main/printing/printer-url.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { MUTE, tcpPrinter, type VirtualPrinter } from '../../../helpers/virtual-printer.ts';
import { recordingLog } from '../../readers/recording-log.ts';

/** No visit times out on a slow machine. */
const STANDING: Clock = { ...systemClock, after: () => () => {} };

let town: Town;
let printer: VirtualPrinter;
let printerUrl: string;
let dir: string;

beforeEach(async () => {
  town = await openTown();
  ({ printer, url: printerUrl } = await tcpPrinter());
  dir = await mkdtemp(join(tmpdir(), 'kiosk-care-'));
  onTestFinished(async () => {
    await town.close();
    await rm(dir, { recursive: true, force: true });
  });
});

async function openKiosk(): Promise<KioskHost & { screen(): KioskScreen; paper(): KioskState['printer'] }> {
  const log = recordingLog();
  const host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    lang: null,
    printer: printerUrl,
    readers: [],
    journalDir: dir,
    clock: STANDING,
    log,
    makers: {
      printer(text) {
        const url = parsePrinterUrl(text);
        return url.ok
          ? { ok: true, value: createPrinter(url.value, { log, clock: systemClock, journalDir: dir }) }
          : url;
      },
      reader: () => ({ ok: false, error: 'none here' }),
    },
  });
  onTestFinished(() => host.close());
  let state: KioskState | null = null;
  host.subscribe((now) => {
    state = now;
  });
  const kiosk = {
    ...host,
    screen: (): KioskScreen => state?.screen ?? { name: 'starting' },
    paper: (): KioskState['printer'] => state?.printer ?? 'none',
  };
  await expect.poll(() => kiosk.screen().name).not.toBe('starting');
  return kiosk;
}

async function drawTicket(kiosk: Awaited<ReturnType<typeof openKiosk>>): Promise<string> {
  await kiosk.call('touchService', { serviceId: 'passports', priority: false });
  await expect.poll(() => kiosk.screen().name).toBe('take-ticket');
  const screen = kiosk.screen();
  return screen.name === 'take-ticket' ? screen.ticket.number : '';
}

/** Text of each printed paper, in order. */
const papers = (): readonly string[] => printer.tickets.map(({ text }) => text);

describe('paper', () => {
  it('a test page is marked as one, and is no ticket', async () => {
    const kiosk = await openKiosk();
    expect(await kiosk.care.testPrint()).toMatchObject({ ok: true });
    await expect.poll(papers).toHaveLength(1);
    expect(papers()[0]).toMatch(/Test page[\s\S]*TEST/);
    expect(await town.waiting('Passports')).toEqual([]);
    expect(kiosk.care.printed()).toEqual([]);
    expect(await kiosk.care.reprint('')).toBeNull();
  });

  it('a copy bears the mark of a copy and the same number, also when the first print failed', async () => {
    const kiosk = await openKiosk();
    const number = await drawTicket(kiosk);
    await kiosk.call('done', {});
    printer.outOfPaper();
    await expect.poll(() => kiosk.paper()).toBe('no-paper');
    await kiosk.call('touchService', { serviceId: 'passports', priority: false });
    await expect.poll(() => kiosk.screen()).toMatchObject({ name: 'problem' });
    const unprinted = kiosk.care.printed()[0]?.number ?? '';
    expect(kiosk.care.printed().map((each) => each.number)).toEqual([unprinted, number]);
    printer.loadPaper();
    await expect.poll(() => kiosk.paper()).toBe('ok');
    expect(await kiosk.care.reprint(unprinted)).toMatchObject({ ok: true });
    expect(await kiosk.care.reprint(number.toLowerCase())).toMatchObject({ ok: true });
    await expect.poll(papers).toHaveLength(3);
    expect(papers()[0]).not.toContain('COPY');
    expect(papers()[1]).toMatch(new RegExp(`${unprinted}[\\s\\S]*COPY`));
    expect(papers()[2]).toMatch(new RegExp(`${number}[\\s\\S]*COPY`));
    expect(await kiosk.care.reprint('Z999')).toBeNull();
  });
});

describe('closing', () => {
  it('lets the present visitor get a ticket, starts no new visit, and survives a restart', async () => {
    const kiosk = await openKiosk();
    await kiosk.call('chooseLanguage', { lang: 'pt_PT' });
    expect(await kiosk.care.shut({ en: 'Back at three.', pt_PT: '  ' })).toEqual({ ok: true, value: null });
    await drawTicket(kiosk);
    await kiosk.call('done', {});
    expect(kiosk.screen()).toEqual({ name: 'shut', message: 'Back at three.' });
    await kiosk.call('touchService', { serviceId: 'passports', priority: false });
    expect(kiosk.screen().name).toBe('shut');
    expect(await town.waiting('Passports')).toHaveLength(1);
    await kiosk.close();

    const next = await openKiosk();
    expect(next.screen()).toEqual({ name: 'shut', message: 'Back at three.' });
    await next.care.reopen();
    expect(next.screen().name).toBe('idle');
    await next.close();
    expect((await openKiosk()).screen().name).toBe('idle');
  });

  it('also works on a full disk, and reports that it will not survive a restart', async () => {
    const kiosk = await openKiosk();
    await mkdir(join(dir, 'shut.json.new'));
    expect(await kiosk.care.shut({})).toMatchObject({ ok: false });
    expect(kiosk.screen().name).toBe('shut');
    await kiosk.close();
    expect((await openKiosk()).screen().name).toBe('idle');
  });

  it('ends permanently, also on a full disk', async () => {
    const kiosk = await openKiosk();
    await kiosk.care.shut({});
    await mkdir(join(dir, 'shut.json.new'));
    expect(await kiosk.care.reopen()).toMatchObject({ ok: true });
    await kiosk.close();
    expect((await openKiosk()).screen().name).toBe('idle');
  });
});

describe('a printer without print confirmation', () => {
  beforeEach(async () => {
    ({ printer, url: printerUrl } = await tcpPrinter({ model: MUTE }));
  });

  it('shows the number besides printing it, until staff confirm the test page', async () => {
    const kiosk = await openKiosk();
    const words: string[] = [];
    const able: string[] = [];
    kiosk.onReport((status) => {
      words.push(status.printer);
      able.push(status.can);
    });
    await expect.poll(() => words.at(-1), { timeout: 10_000 }).toBe('unproved');
    await kiosk.call('touchService', { serviceId: 'passports', priority: false });
    await expect.poll(() => kiosk.screen()).toMatchObject({ name: 'problem', reason: 'print-unconfirmed' });
    expect(kiosk.screen()).toMatchObject({ ticket: { number: 'A001' } });
    await expect.poll(papers).toHaveLength(1);
    await kiosk.call('done', {});

    expect(able.at(-1)?.split(' ')).toContain('confirm-printer');
    expect((await kiosk.care.testPrint()).ok).toBe(true);
    expect(await kiosk.care.confirmPrinter('back-office', 'chief')).toMatchObject({ ok: true });
    expect(words.at(-1)).toBe('cannot-confirm');
    expect(able.at(-1)?.split(' ')).not.toContain('confirm-printer');
    expect(await drawTicket(kiosk)).toBe('A002');
    await expect.poll(papers).toHaveLength(3);
  });
});
