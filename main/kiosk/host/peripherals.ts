/**
 * Printer and card readers of one kiosk.
 *
 * The command line or the device's settings select them. They are reopened when the settings change.
 */

import type { TypedCard, WedgeRhythm } from '../../devices/contract/wedge.ts';
import type { Clock, Log } from '../../lib/context.ts';
import type { Result } from '../../lib/result.ts';
import type { Printer, PrinterStatus, TrayWord } from '../../printing/contract/printing.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardRead, CardReader, CardRefused, ReaderStatus } from '../contract/reader.ts';
import type { Catalog } from '../machine/catalog.ts';
import type { KioskEvent } from '../machine/model.ts';
import { pngIn } from './decode-png-data-url.ts';
import { openCardHandler } from './handle-card.ts';
import { type CardPlace, cardPlace, stopEventOf } from './pass-card-rules.ts';

/** A keyboard-wedge reader, whose text comes from the page. */
export interface TextReader extends CardReader {
  readonly rhythm: WedgeRhythm;
  /** Whether the text is a card by this reader's options. */
  takes(typed: TypedCard): boolean;
  accept(typed: TypedCard): void;
}

/** Source of a device address: the operator of the program, or an editor of the site. */
export type AddressSource = 'command-line' | 'site';

/** Factories of devices; the composition root knows the drivers. An error is one line. */
export interface EquipmentMakers {
  /** `languages` of the site, to prepare their fonts. */
  printer(url: string, from: AddressSource, languages: readonly string[]): Result<Printer, string>;
  reader(url: string, from: AddressSource): Result<CardReader | TextReader, string>;
}

/** Devices selected by the device's settings. */
export interface DeviceEquipment {
  readonly printer: string;
  readonly readers: readonly string[];
}

export interface Equipment {
  printer(): Printer;
  /** State of each reader. A reader that could not be created is missing. */
  readers(): readonly ReaderStatus[];
  /** Typing rhythm that identifies a keyboard-wedge reader; null without one. */
  wedge(): WedgeRhythm | null;
  /** Text of a keyboard-wedge reader on the page. The first reader whose options match gets it. */
  cardText(typed: TypedCard): void;
  /** PNG bytes of the site's logo. */
  logo(): Uint8Array | null;
  /** Opens the devices of the present settings. */
  adopt(catalog: Catalog, device: DeviceEquipment): void;
  close(): Promise<void>;
}

export interface EquipmentOptions {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly printer: string | null;
  readonly readers: readonly string[];
  readonly makers: EquipmentMakers;
  readonly clock: Clock;
  readonly log: Log;
  /** Offline, when no lookup is possible and none is awaited. */
  readonly isAlone?: () => boolean;
}

export interface EquipmentNews {
  card(event: KioskEvent): void;
  printer(status: PrinterStatus): void;
  /** State of the last ticket in the presenter. */
  tray(word: TrayWord): void;
  /** A reader was connected, disconnected or removed. */
  readers(): void;
}

const NO_PRINTER: Printer = {
  status: () => ({ kind: 'none' }),
  onStatus: () => () => {},
  facts: () => null,
  print: async () => ({ ok: false, error: { reason: 'absent', doubtful: false, detail: 'no printer is set up' } }),
  close: async () => {},
};

/** Log event of a reading. */
function readEventOf({ kind }: KioskEvent): 'appointment.read' | `card.${'blocked' | 'expired' | 'read' | 'unknown'}` {
  if (kind === 'cardUnknown') return 'card.unknown';
  if (kind === 'cardRead') return 'card.read';
  return stopEventOf(kind) ?? 'appointment.read';
}

function isTextReader(reader: CardReader): reader is TextReader {
  return 'accept' in reader;
}

export function openEquipment(options: EquipmentOptions, news: EquipmentNews): Equipment {
  const { log, makers, deviceId } = options;
  const cards = openCardHandler(options.client, options.clock);
  let printer: Printer = NO_PRINTER;
  let printerUrl = '';
  let readers: readonly CardReader[] = [];
  let refusedReaders: ReaderStatus[] = [];
  let readerUrls = '';
  let logo: Uint8Array | null = null;
  let logoSource = '';
  let place: CardPlace = cardPlace(null);

  async function onRead(read: CardRead): Promise<void> {
    const event: KioskEvent =
      options.isAlone?.() === true
        ? { kind: 'appointmentRefused', reason: 'check-in-away' }
        : await cards.read(read, place);
    log.info(readEventOf(event), { device: deviceId, rule: read.rule });
    news.card(event);
  }

  async function onRefused(refused: CardRefused): Promise<void> {
    const event: KioskEvent =
      refused.frame === null
        ? { kind: 'cardUnknown' }
        : options.isAlone?.() === true
          ? { kind: 'appointmentRefused', reason: 'check-in-away' }
          : await cards.refused(refused.frame, place);
    log.info(readEventOf(event), { device: deviceId });
    news.card(event);
  }

  function openPrinter(url: string, from: AddressSource, languages: readonly string[]): void {
    if (url === printerUrl) return;
    void printer.close();
    printerUrl = url;
    const made =
      url === '' || url === 'none:' ? { ok: true as const, value: NO_PRINTER } : makers.printer(url, from, languages);
    if (!made.ok) log.error('printer.config-rejected', { device: deviceId, error: made.error });
    printer = made.ok ? made.value : NO_PRINTER;
    const opened = printer;
    opened.onStatus((status) => opened === printer && news.printer(status));
    opened.onTray?.((word) => opened === printer && news.tray(word));
    news.printer(printer.status());
  }

  function openReaders(urls: readonly string[], from: AddressSource): void {
    const wanted = urls.join('\n');
    if (wanted === readerUrls) return;
    readerUrls = wanted;
    for (const reader of readers) void reader.close();
    refusedReaders = [];
    readers = urls.flatMap((url) => {
      const made = makers.reader(url, from);
      if (!made.ok) {
        log.error('reader.rejected', { device: deviceId, error: made.error });
        refusedReaders.push({ kind: 'absent', detail: made.error });
        return [];
      }
      made.value.onRead((read) => void onRead(read));
      made.value.onRefused((refused) => void onRefused(refused));
      made.value.onStatus(() => news.readers());
      return [made.value];
    });
    news.readers();
  }

  return {
    printer: () => printer,
    readers: () => [...readers.map((reader) => reader.status()), ...refusedReaders],
    wedge() {
      const rhythms = readers.filter(isTextReader).map(({ rhythm }) => rhythm);
      const [first, ...others] = rhythms;
      if (first === undefined) return null;
      return others.reduce(
        (widest, each) => ({
          maxMedianGapMs: Math.max(widest.maxMedianGapMs, each.maxMedianGapMs),
          minLength: Math.min(widest.minLength, each.minLength),
        }),
        first,
      );
    },
    cardText(typed) {
      const typing = readers.filter(isTextReader);
      (typing.find((each) => each.takes(typed)) ?? typing[0])?.accept(typed);
    },
    logo: () => logo,
    adopt(catalog, device) {
      place = cardPlace(catalog);
      if (catalog.logo !== logoSource) {
        logoSource = catalog.logo;
        logo = pngIn(logoSource);
      }
      openPrinter(
        options.printer ?? device.printer,
        options.printer === null ? 'site' : 'command-line',
        catalog.languages,
      );
      if (options.readers.length > 0) openReaders(options.readers, 'command-line');
      else openReaders(device.readers, 'site');
    },
    async close() {
      await Promise.all([printer.close('program-ends'), ...readers.map((reader) => reader.close())]);
    },
  };
}
