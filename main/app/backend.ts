/**
 * Source of tickets for kiosks: this server or a remote one.
 *
 * This server or a remote one.
 */
import type { FastifyInstance } from 'fastify';
import type { QueueClient } from '../kiosk/client/queue-client.ts';
import type { KioskHost } from '../kiosk/host/kiosk-host.ts';
import type { KioskPairing } from '../kiosk/host/pairing.ts';
import type { SharedPinTries } from '../kiosk/panel/pin-gate.ts';
import type { Clock } from '../lib/context.ts';
import type { Drain } from '../rest/http/drain.ts';

/** Writes a line that is for the person who starts the program, and for no log. */
export type Show = (line: string) => void;

/** What kiosks of this program need of it. */
export interface KioskSource {
  /** The time of its server where that is this program, else of this machine. */
  readonly clock: Clock;
  /** Id of the kiosk to be when nobody says. */
  defaultDevice(): string;
  /** Whether a page may ask to be this device. */
  hasKiosk(deviceId: string): boolean;
  /** Whether the server is another program. */
  readonly isElsewhere: boolean;
  /** What is shown while the server elsewhere has not taken it in; left out where it needs nobody. */
  readonly pairing?: KioskPairing;
  /** What that kiosk asks its tickets with. */
  clientFor(deviceId: string): QueueClient;
  /** Has a kiosk say how it is to the staff, and do what they ask of it, until it is closed. */
  follow(deviceId: string, host: KioskHost): void;
  /** Wrong PINs at that kiosk, as other servers count them; null where no other server shows it. */
  sharedPins(deviceId: string): SharedPinTries | null;
  /** Networks in which printers may be that the site names. */
  printerNetworks(): readonly string[];
  /** Tells when there may be other kiosks than before. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** What pages of this program need of it. */
export interface PageSource {
  /** Whether keys are asked for now. */
  keysAsked(forwarded: boolean): boolean;
  /** Whether the key of a page is that of this device. */
  isKeyOf(deviceId: string, key: string): boolean;
  /** How often the key of the device was made anew or revoked: what was let in before has to prove itself again. */
  keyGeneration(deviceId: string): number;
  /** Signs what pages on this machine keep; with it they outlive a restart. */
  secret(): Promise<Buffer>;
  /** Whether nothing is set up yet: then the back office is the page to begin at. */
  isEmpty(): boolean;
  /** Origins of pictures that displays may show. */
  mediaOrigins(): readonly string[];
}

/** How others come to it, as the site says. */
export interface ExternalAddress {
  isForOthers(): boolean;
  /** Whether a proxy speaks TLS for this server. */
  hasProxy(): boolean;
  /** Names that it answers to besides its addresses, the public one first. */
  names(): readonly string[];
}

/** Where the kiosks of this program get their tickets: a server of its own, or another one. Whoever opens it closes it. */
export interface QueueSource {
  /** What listens on this machine: the whole interface, or the page of a kiosk alone. */
  readonly server: FastifyInstance;
  readonly kiosks: KioskSource;
  readonly pages: PageSource;
  readonly reach: ExternalAddress;
  /** Takes no new clients before the end; null where none come by a load balancer. */
  readonly drain: Drain | null;
  /** Makes the first administrator at the first start. `show` is null where nobody looks. */
  firstAdministrator(show: Show | null): Promise<void>;
  /** Address and key of the display of the settings, seen from this machine. Called once the program listens. */
  displayUrl(address: string): string | null;
  /** Tells a second program on the same data where this one answers. */
  announce(address: string): void;
  /** Settles while it can do its work, or knows why it cannot: a database that is away is no reason to start anew. */
  alive(): Promise<void>;
  close(): Promise<void>;
}
