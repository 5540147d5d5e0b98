/** The page that tries a printer out: marked as a test, with all that can go wrong on paper and is looked at by eye. */
import { randomUUID } from 'node:crypto';
import { inLanguage } from '../../../lib/language.ts';
import { writingDirection } from '../../../lib/writing-direction.ts';
import { formatWallTime } from '../../../lib/zone.ts';
import type { PaperTicket, PrinterFacts } from '../../../printing/contract/printing.ts';
import type { Catalog } from '../../machine/catalog.ts';
import { paperText } from '../paper-texts.ts';

/** Begins the id of every test page, so that whoever reads the journal knows that it was no ticket. */
const TEST_ID = 'test-';
/** Of no service: nobody is called by it. */
const TEST_NUMBER = '0000';

interface TestPaperOptions {
  /** Null while nothing is known of the site. */
  readonly catalog: Catalog | null;
  readonly deviceId: string;
  readonly facts: PrinterFacts | null;
  readonly logo: Uint8Array | null;
  readonly now: number;
}

export function testPaper({ catalog, deviceId, facts, logo, now }: TestPaperOptions): PaperTicket {
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
    // The usual parts, whatever the house has on its tickets: all of them are to be tried.
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
