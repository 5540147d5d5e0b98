/**
 * Services that a kiosk offers, as sent by the server.
 *
 * Services, groups and languages, not yet in any visitor's language.
 */
import type { Channel } from '../../forms/contract/form-constants.ts';
import type { FormQuestion } from '../../forms/rules/form-book.ts';
import type { LaidPart } from '../../site/contract/ticket-layout.ts';
import type { LookUpBy } from '../contract/kiosk.ts';
import type { KioskSpeech, TicketSlot } from '../contract/kiosk-access.ts';

export interface Translated {
  readonly name: string;
  readonly description: string;
  /** In simple language alone: what a ticket says, as the server writes it in the usual one. Absent where that holds. */
  readonly extraText?: string;
  readonly footerText?: string;
}

export interface CatalogService {
  readonly id: string;
  readonly tag: string;
  readonly colour: string;
  /** Of ours its name, a `data:` address, or empty; absent where the server knows of none. */
  readonly pictogram?: string;
  /** Empty when the service stands in no group. */
  readonly groupId: string;
  readonly priorityAllowed: boolean;
  /** 0: no cap of waiting tickets. */
  readonly maxWaiting: number;
  /** What may be asked before the ticket, in order, on any channel; absent when nothing is. */
  readonly questions?: readonly FormQuestion[];
  /** By language id, always with the site's own texts under the default language. */
  readonly texts: Readonly<Record<string, Translated>>;
}

export interface CatalogGroup {
  readonly id: string;
  /** As of a service. */
  readonly pictogram?: string;
  readonly texts: Readonly<Record<string, Translated>>;
}

export interface CatalogPart extends LaidPart {
  /** By language id; none for parts that are no text of the house. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface Catalog {
  readonly deviceId: string;
  readonly locationId: string;
  /** Where a visitor without a card is asked; absent for a kiosk, null where nothing is asked. */
  readonly channel?: Channel | null;
  /** Name of the location by language. */
  readonly siteNames: Readonly<Record<string, string>>;
  /** Whether visitors may type the code of an appointment; absent where they may not. */
  readonly checkIn?: boolean;
  /** By what visitors without a code are looked up; absent where they are not. */
  readonly lookUp?: LookUpBy;
  /** Whether the server has rules for cards; absent where it has none. */
  readonly cardRules?: boolean;
  /** Whether the screen is black while nothing is open; absent where it is not. */
  readonly darkWhenClosed?: boolean;
  /** Where tickets come out; absent: below the screen. */
  readonly ticketSlot?: TicketSlot;
  /** Its screen from corner to corner; absent or 0 where that is not known. */
  readonly screenInches?: number;
  /** Whether visitors may call staff here; absent where they may not. */
  readonly staffCall?: boolean;
  /** Where it speaks; absent as by default. */
  readonly speech?: KioskSpeech;
  /** Absent or empty where no output of sound is named. */
  readonly headsetOutput?: string;
  /** What its tactile keys do, as the site file has it; absent where they do the usual. */
  readonly keys?: string;
  /** Absent or 0 where nobody scans. */
  readonly scanSeconds?: number;
  /** Whether nothing moves on its page; absent where it may. */
  readonly lessMotion?: boolean;
  /** How voices say words of the house, as `pronounceBy` reads them; absent where they say them by themselves. */
  readonly pronunciations?: readonly string[];
  readonly timeZone: string;
  readonly numberWidth: number;
  /** Of tickets; absent where it is the usual one. */
  readonly layout?: readonly CatalogPart[];
  readonly logo: string;
  readonly colour: string;
  readonly languages: readonly string[];
  /** Texts that the server writes for a ticket may say who its visitor is. */
  readonly hasPersonalTexts?: boolean;
  readonly defaultLang: string;
  readonly services: readonly CatalogService[];
  readonly groups: readonly CatalogGroup[];
}

/** The live part: one entry per service. */
export interface CurrentService {
  readonly open: boolean;
  readonly opensAt: string | null;
  /** Null while nobody here knows. */
  readonly waiting: number | null;
  readonly waitSeconds: number | null;
  /** True when no numbers are given, whatever the cap says. */
  readonly full?: boolean;
}
