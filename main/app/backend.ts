/** Source of tickets for kiosks: this server or a remote one. */
import type { FastifyInstance } from 'fastify';
import type { QueueClient } from '../kiosk/client/queue-client.ts';
import type { KioskHost } from '../kiosk/host/kiosk-host.ts';
import type { KioskPairing } from '../kiosk/host/pairing.ts';
import type { SharedPinTries } from '../kiosk/panel/pin-gate.ts';
import type { Clock } from '../lib/context.ts';
import type { Drain } from '../rest/http/drain.ts';

/** Writes a line for the person who starts the program. Not for logs. */
export type Show = (line: string) => void;

/** What the kiosks of this program need from the source. */
export interface KioskSource {
  /** Clock of the local server, or of this machine with a remote one. */
  readonly clock: Clock;
  /** Id of the default kiosk device. */
  defaultDevice(): string;
  /** Whether a page can act as this device. */
  hasKiosk(deviceId: string): boolean;
  /** Whether the server is remote. */
  readonly isElsewhere: boolean;
  /** Shown until the remote server has paired this kiosk; omitted where no pairing is needed. */
  readonly pairing?: KioskPairing;
  /** Queue client for the tickets of this kiosk. */
  clientFor(deviceId: string): QueueClient;
  /** Reports this kiosk's state to the server and performs remote actions, until the host closes. */
  follow(deviceId: string, host: KioskHost): void;
  /** Wrong PINs at this kiosk that other servers counted; null without other servers. */
  sharedPins(deviceId: string): SharedPinTries | null;
  /** Printer networks allowed by the site. */
  printerNetworks(): readonly string[];
  /** Subscribes to changes of the kiosk list. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/** What the pages of this program need from the source. */
export interface PageSource {
  /** Whether requests need a key at present. */
  keysAsked(forwarded: boolean): boolean;
  /** Whether a page's key belongs to this device. */
  isKeyOf(deviceId: string, key: string): boolean;
  /** Generation of the device key. After a change, earlier sessions must authenticate again. */
  keyGeneration(deviceId: string): number;
  /** Signs the page sessions of this machine, so that they survive a restart. */
  secret(): Promise<Buffer>;
  /** Whether nothing is set up yet: the start page is then the back office. */
  isEmpty(): boolean;
  /** Origins of pictures that displays can show. */
  mediaOrigins(): readonly string[];
}

/** External addresses, as configured in the site. */
export interface ExternalAddress {
  isForOthers(): boolean;
  /** Whether a proxy terminates TLS for this server. */
  hasProxy(): boolean;
  /** Host names besides its addresses, the public one first. */
  names(): readonly string[];
}

/**
 * Where this program's kiosks get their tickets: an embedded server or a remote one. The opener must close it.
 */
export interface QueueSource {
  /** HTTP server of this machine: the whole API, or the page of a kiosk only. */
  readonly server: FastifyInstance;
  readonly kiosks: KioskSource;
  readonly pages: PageSource;
  readonly reach: ExternalAddress;
  /** Stops accepting new clients before the end; null without a load balancer. */
  readonly drain: Drain | null;
  /** Creates the first administrator at the first start. `show` is null without a terminal. */
  firstAdministrator(show: Show | null): Promise<void>;
  /** URL of the configured display with its key, seen from this machine. Call it once the program listens. */
  displayUrl(address: string): string | null;
  /** Publishes the address for a second program on the same data. */
  announce(address: string): void;
  /** Liveness check. Resolves even when the database is unavailable, because a restart would not help. */
  alive(): Promise<void>;
  close(): Promise<void>;
}
