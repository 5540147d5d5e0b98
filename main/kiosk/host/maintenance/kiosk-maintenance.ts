/**
 * Maintenance of a kiosk, on site and remote.
 *
 * Prints test pages and copies, and closes the kiosk for visitors, across restarts.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionEnd } from '../../../devices/contract/device-actions.ts';
import type { Clock, ClockAndLog } from '../../../lib/context.ts';
import { inLanguage } from '../../../lib/language.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import { writingDirection } from '../../../lib/writing-direction.ts';
import { formatWallTime } from '../../../lib/zone.ts';
import type { PaperTicket, PrinterFacts, PrintOutcome, VouchedAt } from '../../../printing/contract/printing.ts';
import { dropKept, readKept, writeKept } from '../../../printing/json-file.ts';
import type { Catalog } from '../../machine/catalog.ts';
import type { KioskEvent, KioskModel, ShutMessage } from '../../machine/model.ts';
import { paperText } from '../paper-texts.ts';
import type { Equipment } from '../peripherals.ts';

/**
 * Last printed tickets, kept for reprints. In memory only. A third-party server can print personal data, and the kiosk
 * never learns of its erasure. Therefore such texts are deleted early, and a reprint omits them.
 */

/** Ticket entry for staff. */
interface RecentTicket {
  readonly ticketId: string;
  /** Ticket number, `A043`. */
  readonly number: string;
  readonly serviceName: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface PrintedPapers {
  /** @param isPersonal the server's texts can contain personal data */
  keep(paper: PaperTicket, isPersonal?: boolean): void;
  /** Newest first. */
  list(): readonly RecentTicket[];
  /** @param wanted its number or id; empty: the last one. Null when it is no longer kept */
  find(wanted: string): PaperTicket | null;
}

const MOST = 50;
/** A working day. */
const KEPT_MS = 12 * 3_600_000;
/** Long enough to fix a paper jam or replace paper; servers erase no data that soon. */
const PERSONAL_MS = 15 * 60_000;

interface Kept {
  readonly paper: PaperTicket;
  readonly at: number;
  readonly isPersonal: boolean;
}

/** Keeps the organisation's texts, the number and the time. */
function impersonal({ paper, at }: Kept): Kept {
  const nothing = { priorityText: '', peopleText: '', waitText: '', extraText: '', footerText: '' };
  return { paper: { ...paper, ...nothing }, at, isPersonal: false };
}

export function createPrintedPapers(clock: Pick<Clock, 'now'>): PrintedPapers {
  let kept: readonly Kept[] = [];

  function current(): typeof kept {
    const now = clock.now();
    kept = kept
      .filter(({ at }) => at > now - KEPT_MS)
      .map((each) => (each.isPersonal && each.at <= now - PERSONAL_MS ? impersonal(each) : each));
    return kept;
  }

  return {
    keep(paper, isPersonal = false) {
      const others = current().filter((each) => each.paper.ticketId !== paper.ticketId);
      kept = [{ paper, at: clock.now(), isPersonal }, ...others].slice(0, MOST);
    },
    list: () =>
      current().map(({ paper: { ticketId, number, serviceName }, at }) => ({ ticketId, number, serviceName, at })),
    find(wanted) {
      const text = wanted.trim().toLowerCase();
      const found = current().find(
        ({ paper }) => text === '' || paper.ticketId.toLowerCase() === text || paper.number.toLowerCase() === text,
      );
      return found?.paper ?? null;
    },
  };
}

/** Prefix of test page ids, which distinguishes them from tickets in the journal. */
const TEST_ID = 'test-';

/** Belongs to no service, so that it is never called. */
const TEST_NUMBER = '0000';

export interface KioskMaintenance {
  /** Prints a page marked as a test. */
  testPrint(): Promise<PrintOutcome>;
  /**
   * Confirms the test page of a printer without print confirmation, as seen by staff.
   * @param by id of the back-office user; empty at the panel
   * @returns an error message on a disk failure: the confirmation then ends with the program
   */
  confirmPrinter(from: VouchedAt, by: string): Promise<Result<null, string>>;
  /**
   * Reprints a ticket, marked as a copy.
   * @param ticket its number or id; empty: the last one
   * @returns null when it was not sent to this printer since the start, or too long ago
   */
  reprint(ticket: string): Promise<PrintOutcome | null>;
  /** Tickets available for a copy, newest first; at most 50. */
  printed(): readonly RecentTicket[];
  /**
   * Closes the kiosk until it is reopened: a present visitor can finish, and no new visit starts.
   * @param message text for visitors, by language id; empty for the default text
   * @returns when it survives a restart; an error message on a disk failure: the closure then ends with the program
   */
  shut(message: ShutMessage): Promise<Result<null, string>>;
  reopen(): Promise<Result<null, string>>;
  isShut(): boolean;
}

export interface OwnKioskMaintenance extends KioskMaintenance {
  /** Closes the kiosk again if it was closed at the end of the previous run. */
  restore(): void;
  /** Keeps a ticket that is sent to the printer. */
  keep(paper: PaperTicket): void;
}

interface KioskCareOptions extends ClockAndLog {
  readonly deviceId: string;
  /** The kiosk's data folder; null: nothing survives a restart. */
  readonly dir: string | null;
  readonly equipment: Pick<Equipment, 'printer' | 'logo'>;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
  /** A page other than a visitor's ticket was printed. */
  readonly onPrinted: (outcome: PrintOutcome, what: 'ticket' | 'test-page') => void;
}

const FILE = 'shut.json';

const MAX_LANGUAGES = 50;

const MAX_MESSAGE = 500;

/** Valid, non-empty texts by language. */
function readShutMessage(value: unknown): ShutMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const texts = Object.entries(value)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([lang, text]) => [lang, text.trim().slice(0, MAX_MESSAGE)] as const)
    .filter(([, text]) => text !== '');
  return Object.fromEntries(texts.slice(0, MAX_LANGUAGES));
}

export function openKioskMaintenance(options: KioskCareOptions): OwnKioskMaintenance {
  const { deviceId, dir, equipment, model, dispatch, onPrinted, clock, log } = options;
  const papers = createPrintedPapers(clock);
  const path = dir === null ? null : join(dir, FILE);
  let writing: Promise<unknown> = Promise.resolve();

  // A damaged file also means closed: it exists only while the kiosk is closed.
  const before = (path === null ? null : readKept(path)) as { readonly message?: unknown } | null;
  const wasShut = path !== null && existsSync(path) && before?.message !== null;

  /** @param message null: the kiosk is open */
  function keepShut(message: ShutMessage | null): Promise<Result<null, string>> {
    if (path === null) return Promise.resolve(ok(null));
    // A file can be removed even on a full disk.
    const written = writing.then(() => (message === null ? dropKept(path) : writeKept(path, { message })));
    writing = written.catch(() => {});
    return written.then(
      () => ok(null),
      (error: unknown) => {
        log.error('kiosk.state-write-failed', { device: deviceId, error: String(error) });
        return fail(String(error));
      },
    );
  }

  async function print(paper: PaperTicket, what: 'ticket' | 'test-page'): Promise<PrintOutcome> {
    const outcome = await equipment.printer().print(paper);
    onPrinted(outcome, what);
    return outcome;
  }

  return {
    testPrint: () =>
      print(
        testPaper({
          catalog: model().catalog,
          deviceId,
          facts: equipment.printer().facts(),
          logo: equipment.logo(),
          now: clock.now(),
        }),
        'test-page',
      ),
    async confirmPrinter(from, by) {
      const printer = equipment.printer();
      if (printer.vouch === undefined) return fail('the kiosk has no printer');
      const isKept = await printer.vouch({ from, by, at: new Date(clock.now()).toISOString() });
      return isKept ? ok(null) : fail('the disk cannot be written');
    },
    async reprint(ticket) {
      const found = papers.find(ticket);
      if (found === null) return null;
      // The intent was settled by the first print.
      const { intent: _intent, ...paper } = found;
      return print({ ...paper, copyText: paper.copyWord ?? 'COPY' }, 'ticket');
    },
    printed: () => papers.list(),
    async shut(message) {
      const said = readShutMessage(message);
      const kept = await keepShut(said);
      log.info('kiosk.closed', { device: deviceId, languages: Object.keys(said) });
      dispatch({ kind: 'shut', message: said });
      return kept;
    },
    async reopen() {
      const kept = await keepShut(null);
      log.info('kiosk.opened', { device: deviceId });
      dispatch({ kind: 'reopened' });
      return kept;
    },
    restore() {
      if (!wasShut) return;
      dispatch({ kind: 'shut', message: readShutMessage(before?.message) });
      log.info('kiosk.remains-closed', { device: deviceId });
    },
    isShut: () => model().shut !== null,
    keep: (paper) => papers.keep(paper, model().catalog?.hasPersonalTexts === true),
  };
}

interface TestPaperOptions {
  /** Null before the site is known. */
  readonly catalog: Catalog | null;
  readonly deviceId: string;
  readonly facts: PrinterFacts | null;
  readonly logo: Uint8Array | null;
  readonly now: number;
}

/** Test page for a printer: marked as a test, with everything that can fail on paper and is checked by eye. */
function testPaper({ catalog, deviceId, facts, logo, now }: TestPaperOptions): PaperTicket {
  const lang = catalog?.defaultLang ?? 'en';
  const zone = catalog?.timeZone ?? 'UTC';
  const mark = paperText(lang, 'test');
  return {
    ticketId: `${TEST_ID}${randomUUID()}`,
    lang,
    dir: writingDirection(lang),
    siteName: catalog === null ? 'Take a Number' : (inLanguage(catalog.siteNames, lang, catalog.defaultLang) ?? ''),
    logo,
    serviceName: paperText(lang, 'testPage'),
    number: TEST_NUMBER,
    priorityText: mark,
    peopleText: '',
    waitText: '',
    dateText: formatWallTime(now, zone).slice(0, 16),
    extraText: [deviceId, ...printerLines(facts)].join('\n'),
    footerText: paperText(lang, 'testAbout'),
    qr: { content: 'take-a-number:test', caption: 'take-a-number:test' },
    // The default layout instead of the organisation's, to test all parts.
    layout: [],
    copyText: mark,
    copyWord: mark,
  };
}

function printerLines(facts: PrinterFacts | null): readonly string[] {
  if (facts === null) return [];
  const name = [facts.maker, facts.model].filter((text) => text !== '').join(' ');
  return [...(name === '' ? [] : [name]), `${facts.dots} dots`];
}

/** Result of a print that staff requested. */
export function printWordOf(outcome: PrintOutcome): ActionEnd['outcome'] {
  if (outcome.ok) return outcome.value.confirmed === 'none' ? 'sent' : '';
  const { reason, doubtful } = outcome.error;
  return doubtful && reason !== 'unconfirmed' ? 'doubtful' : reason;
}
