/**
 * Printer and card readers of one kiosk.
 *
 * The command line or the device's settings select them. They are reopened when the settings change.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { cardRule } from '../../cards/rules/hash-card.ts';
import type { TypedCard, WedgeRhythm } from '../../devices/contract/wedge.ts';
import type { Clock, ClockAndLog } from '../../lib/context.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Printer, PrinterStatus, TrayWord } from '../../printing/contract/printing.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardRead, CardReader, CardRefused, CardValue, ReaderStatus } from '../contract/reader.ts';
import type { Catalog } from '../machine/catalog.ts';
import type { CardUse, KioskEvent } from '../machine/model.ts';
import { type NoAppointment, notLookedUp, useAppointment } from './code-lookup.ts';
import { pngIn } from './decode-png-data-url.ts';
import {
  type CardPlace,
  cardPlace,
  type PassedCard,
  type PassedValue,
  passCardRules,
  stopEventOf,
} from './pass-card-rules.ts';

/**
 * Handling of a card or QR code. It can be an appointment code. Otherwise its reader's rule decides what it adds to
 * the next ticket.
 */

interface CardHandler {
  read(read: CardRead, place: CardPlace): Promise<KioskEvent>;
  /** Text that does not match the reader's options can still be an appointment code. */
  refused(frame: CardValue, place: CardPlace): Promise<KioskEvent>;
}

/**
 * Visitors often hold an unknown card to the reader again. Each lookup counts as a guess at the server, and too many
 * would block the next visitor's appointment.
 */
const UNKNOWN_FOR_MS = 20_000;
const MAX_UNKNOWN = 100;
/** Maximum concurrent lookups: more than visitors can cause. */
const MAX_AT_ONCE = 4;

function openCardHandler(client: QueueClient, clock: Clock): CardHandler {
  /** Time at which the server did not know a card, by digest: no value stays in memory. */
  const unknown = new Map<string, number>();
  const salt = randomBytes(16);
  let atOnce = 0;

  async function once(card: CardValue, locationId: string, use: () => Promise<KioskEvent>): Promise<KioskEvent> {
    const key = createHmac('sha256', salt).update(`${locationId}\n${card.reveal()}`).digest('base64');
    const now = clock.now();
    for (const [old, at] of unknown) if (at > now || now - at >= UNKNOWN_FOR_MS) unknown.delete(old);
    if (unknown.has(key)) return { kind: 'cardUnknown' };
    if (atOnce >= MAX_AT_ONCE) return notLookedUp('refused');
    atOnce += 1;
    try {
      const event = await use();
      if (event.kind === 'cardUnknown' && unknown.size < MAX_UNKNOWN) unknown.set(key, clock.now());
      return event;
    } finally {
      atOnce -= 1;
    }
  }

  return {
    read: (read, place) => once(read.frame ?? read.value, place.locationId, () => useCard(read, client, place)),
    refused: (frame, place) => once(frame, place.locationId, () => useRefusedCard(frame, client, place)),
  };
}

async function useCard(read: CardRead, client: QueueClient, place: CardPlace): Promise<KioskEvent> {
  const judged = await passCardRules(read, client, place);
  if (!judged.ok) return judged.error;
  const { grant } = judged.value;
  const event = await useAcceptedCard(read, judged.value, client, place.locationId);
  if (grant === null) return event;
  // A card that a rule accepts is known even if no device has its value.
  if (event.kind === 'cardUnknown') return { kind: 'cardRead', card: { deviceId: '', clientName: read.name, grant } };
  return event.kind === 'cardRead' ? { ...event, card: { ...event.card, grant } } : event;
}

async function useAcceptedCard(
  read: CardRead,
  { value: card, frame }: PassedCard,
  client: QueueClient,
  locationId: string,
): Promise<KioskEvent> {
  const isKnownLater = read.rule === 'table';
  let without: NoAppointment = 'unknown';
  // Other rules accept every card, so the appointment lookup comes first. A wrong code counts as a guess.
  for (const value of isKnownLater || frame === null ? [card] : [frame, card]) {
    const appointment = await useAppointment({ ...read, value, typed: true }, client, locationId);
    if (appointment.ok) return appointment.value;
    without = appointment.error;
  }
  const use = await readCard(read, client);
  if (use.ok) return { kind: 'cardRead', card: use.value };
  if (use.error !== 'unknown') without = use.error;
  return without !== 'unknown' || frame === null || !isKnownLater
    ? unknownCard(without)
    : useFrame(frame, client, locationId);
}

async function useRefusedCard(given: CardValue, client: QueueClient, place: CardPlace): Promise<KioskEvent> {
  const judged = await passCardRules({ value: given }, client, place);
  // Text that does not match the reader is no card and gets no grants.
  return judged.ok ? useFrame(judged.value.value, client, place.locationId) : judged.error;
}

async function useFrame(frame: PassedValue, client: QueueClient, locationId: string): Promise<KioskEvent> {
  const appointment = await useAppointment({ value: frame, typed: true }, client, locationId);
  return appointment.ok ? appointment.value : unknownCard(appointment.error);
}

/** A card is unknown only if the server said so; otherwise it is possibly an appointment code. */
function unknownCard(without: NoAppointment): KioskEvent {
  return without === 'unknown' ? { kind: 'cardUnknown' } : notLookedUp(without);
}

async function readCard(read: CardRead, client: QueueClient): Promise<Result<CardUse, NoAppointment>> {
  const found = read.rule === 'table' ? await client.findDeviceByCode(read.value.reveal()) : null;
  const fault = found?.ok === false ? found.error : null;
  if (fault?.kind === 'unreachable') return fail('away');
  if (fault?.errno === ERRNO.tooMany) return fail('refused');
  const ruled = cardRule(read, () => (found?.ok ? found.value.device.id : null));
  if (!ruled.ok) return fail('unknown');
  return ok(read.fields === undefined ? ruled.value : { ...ruled.value, fields: read.fields });
}

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

export interface EquipmentOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly printer: string | null;
  readonly readers: readonly string[];
  readonly makers: EquipmentMakers;
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
