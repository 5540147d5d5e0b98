/**
 * Offline mode of a kiosk with a remote server.
 *
 * It uses the last known configuration and leased numbers.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KioskAnswer, type KioskService } from '../../../devices/contract/rest/kiosks.ts';
import type { LeaseAnswer } from '../../../devices/contract/rest/offline.ts';
import type { ClockAndLog, Log } from '../../../lib/context.ts';
import { inLanguage } from '../../../lib/language.ts';
import { uuidTime } from '../../../lib/uuid.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';
import { ticketLabel } from '../../../queue/rules/ticket-class.ts';
import { dateText, ticketPhrases } from '../../../queue/rules/ticket-text.ts';
import { isOpen, opensAt, type Schedule } from '../../../site/rules/opening-hours.ts';
import type { QueueClient } from '../../client/queue-client.ts';
import { completeAnswer } from '../../client/read-answer.ts';
import type { Catalog, CurrentService } from '../../machine/catalog.ts';
import type { KioskEffect } from '../../machine/model.ts';
import { type IssuedTicket, organisationLanguage, organisationParts, type RequestedTicket } from '../issued-ticket.ts';
import { paperText } from '../paper-texts.ts';
import type { LeasedTicket } from './lease-records.ts';
import { type OfflineNumbers, openOfflineNumbers } from './offline-numbers.ts';

/**
 * Last known configuration of the server, on disk. Services, hours and paper texts, for a start without the server. No
 * personal data.
 */

type Texts = LeaseAnswer['leases'][number]['texts'];

interface ServerSnapshot {
  readonly kiosk: KioskAnswer;
  /** Service → language → texts on paper. */
  readonly texts: Readonly<Record<string, Texts>>;
}

interface SnapshotFile {
  /** Null before the first response. */
  current(): ServerSnapshot | null;
  heard(kiosk: KioskAnswer): void;
  /** Resolves when it is on disk, or after a logged disk failure. */
  lent(answer: LeaseAnswer): Promise<void>;
  close(): Promise<void>;
}

/** Written as well, because a file damaged during an outage would leave the kiosk without services. */
const copyOf = (path: string): string => path.replace(/\.json$/, '.copy.json');

/** Null without a readable file. */
function readKnown(path: string): ServerSnapshot | null {
  const value = readKept(path) as { readonly kiosk?: unknown; readonly texts?: ServerSnapshot['texts'] } | null;
  const kiosk = completeAnswer(KioskAnswer, value?.kiosk) as KioskAnswer | null;
  return kiosk === null ? null : { kiosk, texts: value?.texts ?? {} };
}

/** Reads the file at once, so that new data is merged into it. */
export function openSnapshotFile(path: string, log: Log, onDamaged: () => void = () => {}): SnapshotFile {
  let known = readKnown(path);
  if (known === null && (existsSync(path) || existsSync(copyOf(path)))) {
    known = readKnown(copyOf(path));
    onDamaged();
  }
  let texts: ServerSnapshot['texts'] = known?.texts ?? {};
  let written = known === null ? null : JSON.stringify(lasting(known));
  let writing: Promise<void> = Promise.resolve();

  function write(now: ServerSnapshot): void {
    const next = lasting(now);
    const text = JSON.stringify(next);
    if (text === written) return;
    written = text;
    writing = writing
      .then(() => writeKept(path, next))
      .then(() => writeKept(copyOf(path), next))
      .catch((error: unknown) => {
        log.error('offline.snapshot-write-failed', { error: String(error) });
        written = null;
      });
  }

  return {
    current: () => known,
    heard(kiosk) {
      known = { kiosk, texts };
      write(known);
    },
    lent({ leases }) {
      texts = Object.fromEntries(leases.map((lease) => [lease.service_id, lease.texts]));
      if (known !== null) {
        known = { ...known, texts };
        write(known);
      }
      return writing;
    },
    close: () => writing,
  };
}

/** Omits counts, estimates and remote actions, which are useless later. */
function lasting({ kiosk, ...rest }: ServerSnapshot): ServerSnapshot {
  const services = kiosk.services.map((service) => ({ ...service, next_wait: 0, open: false, opens_at: '' }));
  return { kiosk: { ...kiosk, device: { ...kiosk.device, asked: false }, services }, ...rest };
}

export interface OfflineMode extends Pick<OfflineNumbers, 'canGive' | 'hearClock' | 'held' | 'figures'> {
  /** Resolves when all files are read. */
  readonly opened: Promise<void>;
  /** The server responded. */
  heard(kiosk: KioskAnswer): void;
  counted(now: Readonly<Record<string, CurrentService>>): void;
  /** The last known configuration; null without one. */
  known(): ServerSnapshot | null;
  queues(): Readonly<Record<string, CurrentService>>;
  /** Issues an offline ticket with its key; null without a number, or when the write fails. */
  give(
    wish: Pick<Extract<KioskEffect, { kind: 'issue' }>, 'serviceId' | 'lang' | 'priority' | 'simple'>,
    catalog: Catalog,
    logo: Uint8Array | null,
  ): Promise<{ readonly key: string; readonly ticket: IssuedTicket } | null>;
  /**
   * Call while the server responds: syncs held tickets and leases numbers.
   * @param isBack whether the server was unavailable before
   */
  settle(isBack: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface OfflineOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  /** Folder of this kiosk's print journal. */
  readonly dir: string;
  /** One of its files is unreadable, or partly so. */
  onDamaged(name: string): void;
  onChange(): void;
}

const KNOWN_FILE = 'last-known.json';

interface OfflineNow {
  /** By the server's clock, as far as known. */
  readonly now: number;
  /** Whether there is an offline number left. */
  canGive(serviceId: string): boolean;
  /** Last known number of waiting tickets, plus those issued since. */
  waiting(serviceId: string): number;
}

/** State of the services in offline mode, by their last known hours and the numbers left. */
function offlineQueues(kiosk: KioskAnswer, alone: OfflineNow): Readonly<Record<string, CurrentService>> {
  return Object.fromEntries(kiosk.services.map((service) => [service.id, serviceAlone(kiosk, service, alone)]));
}

function serviceAlone({ location }: KioskAnswer, service: KioskService, alone: OfflineNow): CurrentService {
  const { timezone: zone, country } = location;
  const isOn = service.state === 1 && location.state === 1;
  const schedules: readonly Schedule[] = [location.schedule, service.schedule].map((text) => ({ text, zone, country }));
  const open = isOn && schedules.every((schedule) => isOpen(schedule, alone.now));
  const next = isOn && !open ? opensAt(schedules, alone.now) : null;
  const isFull = service.max_waiting > 0 && alone.waiting(service.id) >= service.max_waiting;
  return {
    open,
    opensAt: next === null ? null : new Date(next).toISOString(),
    // Unknown offline, because calls continue.
    waiting: null,
    waitSeconds: null,
    full: open && (isFull || !alone.canGive(service.id)),
  };
}

export function openOfflineMode(options: OfflineOptions): OfflineMode {
  const lastKnown = openSnapshotFile(join(options.dir, KNOWN_FILE), options.log, () => options.onDamaged(KNOWN_FILE));
  const numbers = openOfflineNumbers({ ...options, onTexts: (answer) => lastKnown.lent(answer) });
  const waiting = new Map<string, number>();

  return {
    opened: numbers.opened,
    heard: (kiosk) => lastKnown.heard(kiosk),
    counted(now) {
      for (const [service, live] of Object.entries(now)) waiting.set(service, live.waiting ?? 0);
    },
    known: () => lastKnown.current(),
    canGive: (service) => lastKnown.current() !== null && numbers.canGive(service),
    hearClock: (secondsOff) => numbers.hearClock(secondsOff),
    queues() {
      const known = lastKnown.current();
      if (known === null) return {};
      return offlineQueues(known.kiosk, {
        now: numbers.serverNow(),
        canGive: (service) => numbers.canGive(service),
        waiting: (service) => (waiting.get(service) ?? 0) + numbers.givenOf(service),
      });
    },
    async give(wish, catalog, logo) {
      const { serviceId, lang, priority } = wish;
      const known = lastKnown.current();
      if (known === null) return null;
      const ticket = await numbers.give({ service: serviceId, lang: lang || catalog.defaultLang, priority });
      if (ticket === null) return null;
      return { key: ticket.id, ticket: offlineTicket(ticket, wish, uuidTime(ticket.id), known, catalog, logo) };
    },
    held: (id) => numbers.held(id),
    figures: () => numbers.figures(),
    async settle(isBack) {
      await numbers.handOver();
      await numbers.renew(isBack);
    },
    async close() {
      await numbers.close();
      await lastKnown.close();
    },
  };
}

/** An offline ticket, with only the data known here. */
function offlineTicket(
  { id, holder, service: serviceId, number: bare, lang: asked, priority }: LeasedTicket,
  wish: Pick<RequestedTicket, 'simple'>,
  issuedAt: number,
  { kiosk, texts }: ServerSnapshot,
  catalog: Catalog,
  logo: Uint8Array | null,
): IssuedTicket {
  const lang = asked || catalog.defaultLang;
  const service = catalog.services.find((each) => each.id === serviceId);
  const house = organisationLanguage(lang, wish);
  const own = service && inLanguage(service.texts, house, catalog.defaultLang);
  const serviceName = own?.name ?? '';
  const said = inLanguage(texts[serviceId] ?? {}, lang, catalog.defaultLang);
  const number = ticketLabel(service?.tag ?? '', bare, catalog.numberWidth);
  return {
    screen: { number, serviceName, colour: service?.colour ?? '', before: null, waitSeconds: null, priority },
    paper: {
      ...organisationParts(catalog, lang, house, logo),
      ticketId: id,
      offline: { holder, service: serviceId, number: bare, lang: asked, priority },
      serviceName,
      number,
      priorityText: priority ? ticketPhrases(lang).priority : '',
      // Only the server knows how many visitors are ahead.
      peopleText: '',
      waitText: '',
      dateText: dateText(issuedAt, lang, kiosk.location),
      extraText: own?.extraText ?? said?.extra_text ?? '',
      footerText: own?.footerText ?? said?.footer_text ?? '',
      qr: { content: id, caption: paperText(lang, 'qr') },
    },
  };
}
