/** What confirmation costs: time on slow serial lines, questions per ticket and while nothing happens, and processor time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog, systemClock } from '../main/lib/context.ts';
import type { PaperTicket, Printer } from '../main/printing/contract/printing.ts';
import { createPrinter } from '../main/printing/driver.ts';
import { CLONE, EPSON, type PrinterModel } from '../main/printing/picture/decoder/models.ts';
import { parsePrinterUrl } from '../main/printing/printer-url.ts';
import { createVirtualPrinter, type VirtualPrinter } from '../main/virtual-printer/virtual-printer.ts';
import { cpuSeconds, ms, report } from './figures.ts';
import { makeDataDir, startProgram } from './program.ts';

const BAUDS = [115_200, 19_200];
const OVERHEAD_TARGET = 1.02;
const QUESTIONS_PER_SECOND_TARGET = 2;
const IDLE_CORE_TARGET = 0.02;
const IDLE_MS = 20_000;
const BITS_PER_BYTE = 10;
/** Answers, and does not say who it is. */
const NAMELESS: PrinterModel = { ...CLONE, name: 'nameless', maker: '', model: '' };
/** By what a printer proves a ticket. */
const WAYS: ReadonlyMap<PrinterModel, string> = new Map([
  [EPSON, 'process ids'],
  [CLONE, 'GS r and its name'],
  [NAMELESS, 'GS r'],
]);
/** DLE EOT n. */
const QUESTION_BYTES = 3;

/** Drawn, so that it is long. */
const TICKET: PaperTicket = {
  ticketId: 'bench',
  lang: 'zh',
  dir: 'ltr',
  siteName: '市政厅',
  logo: null,
  serviceName: '护照与身份证件',
  number: 'A043',
  priorityText: '优先号票',
  peopleText: '您前面有 3 人',
  waitText: '预计等待 12 分钟',
  dateText: '2026年11月21日 10:15',
  extraText: '请准备好您的证件和照片。',
  footerText: '叫号时请前往显示屏上的窗口。',
  qr: { content: 'https://example.org/ticket/0', caption: '用手机查看排队情况' },
  layout: [],
  copyText: '',
};

interface Bench {
  readonly device: VirtualPrinter;
  readonly printer: Printer;
  close(): Promise<void>;
}

async function open(baud: number, query: string, model: PrinterModel): Promise<Bench> {
  const device = createVirtualPrinter({ baud, model });
  const url = parsePrinterUrl(`serial://${await device.listenPty()}?baudRate=${baud}${query}`);
  if (!url.ok) throw new Error(url.error);
  const journalDir = await mkdtemp(join(tmpdir(), 'take-a-number-bench-'));
  const printer = createPrinter(url.value, { log: silentLog, clock: systemClock, journalDir, languages: ['zh'] });
  while (printer.status().kind !== 'ready') await sleep(10);
  return {
    device,
    printer,
    async close() {
      await printer.close();
      await device.close();
      await rm(journalDir, { recursive: true, force: true });
    },
  };
}

/** From the first byte at the printer to the cut, and the bytes between; the best of three. */
async function printed(
  baud: number,
  query: string,
  model: PrinterModel,
): Promise<{ readonly tookMs: number; readonly bytes: number }> {
  const bench = await open(baud, query, model);
  let best = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let round = 0; round < 3; round++) {
    const before = bench.device.bytesReceived;
    const outcome = await bench.printer.print(TICKET);
    if (!outcome.ok) throw new Error(outcome.error.detail);
    const ticket = await bench.device.nextTicket();
    best = Math.min(best, ticket.cutAtMs - ticket.firstByteAtMs);
    bytes = bench.device.bytesReceived - before;
  }
  await bench.close();
  return { tookMs: best, bytes };
}

/** What confirmation adds, as a part of the time that the bytes of the ticket need on the wire. */
async function overhead(baud: number, model: PrinterModel): Promise<boolean> {
  const bare = await printed(baud, '&confirm=none', model);
  const confirmed = await printed(baud, '', model);
  const wireMs = (bare.bytes * BITS_PER_BYTE * 1000) / baud;
  const ratio = 1 + (confirmed.tookMs - bare.tookMs) / wireMs;
  const met = ratio <= OVERHEAD_TARGET;
  report(
    `confirmed print at ${baud} baud, ${WAYS.get(model)}, ${bare.bytes} bytes`,
    { wire: ms(wireMs), unconfirmed: ms(bare.tookMs), confirmed: ms(confirmed.tookMs), ratio: ratio.toFixed(3) },
    `ratio ${OVERHEAD_TARGET}`,
    met,
  );
  return met;
}

async function idleQuestions(model: PrinterModel): Promise<boolean> {
  const bench = await open(115_200, '', model);
  await sleep(5000);
  const before = bench.device.bytesReceived;
  await sleep(IDLE_MS);
  const perSecond = (bench.device.bytesReceived - before) / QUESTION_BYTES / (IDLE_MS / 1000);
  await bench.close();
  const met = perSecond <= QUESTIONS_PER_SECOND_TARGET;
  report(
    `questions while nothing happens, ${WAYS.get(model)}`,
    { 'a second': perSecond.toFixed(2) },
    `${QUESTIONS_PER_SECOND_TARGET} a second`,
    met,
  );
  return met;
}

async function idleCore(): Promise<boolean> {
  const data = await makeDataDir();
  const device = createVirtualPrinter();
  const port = await device.listenTcp();
  const program = await startProgram(data.path, '--printer', `tcp://127.0.0.1:${port}`);
  await sleep(10_000);
  const before = cpuSeconds(program.pid);
  await sleep(IDLE_MS);
  const core = (cpuSeconds(program.pid) - before) / (IDLE_MS / 1000);
  await program.stop();
  await device.close();
  await data.remove();
  const met = core <= IDLE_CORE_TARGET;
  report('an idle kiosk with its server', { core: `${(100 * core).toFixed(2)} %` }, `${100 * IDLE_CORE_TARGET} %`, met);
  return met;
}

export async function confirmedPrint(): Promise<boolean> {
  let met = true;
  for (const model of WAYS.keys()) {
    for (const baud of BAUDS) met = (await overhead(baud, model)) && met;
    met = (await idleQuestions(model)) && met;
  }
  return (await idleCore()) && met;
}
