/**
 * Services, groups and languages of a kiosk, as sent by the server.
 *
 * Texts are still in all languages.
 */
import type { Channel } from '../../forms/contract/form-constants.ts';
import type { FormQuestion } from '../../forms/rules/form-book.ts';
import type { WeekHours } from '../../lib/weekly-hours.ts';
import type { LaidPart } from '../../site/contract/ticket-layout.ts';
import type { LookUpBy } from '../contract/kiosk.ts';
import type { KioskSpeech, TicketSlot } from '../contract/kiosk-access.ts';

export interface Translated {
  readonly name: string;
  readonly description: string;
  /**
   * For simple language only: ticket texts, which the server sends in the ordinary language. Absent: the ordinary text.
   */
  readonly extraText?: string;
  readonly footerText?: string;
}

export interface CatalogService {
  readonly id: string;
  readonly tag: string;
  readonly colour: string;
  /** Name of a built-in pictogram, a `data:` URL, or empty; absent where the server has none. */
  readonly pictogram?: string;
  /** Empty for a service without a group. */
  readonly groupId: string;
  readonly priorityAllowed: boolean;
  /** 0: unlimited. */
  readonly maxWaiting: number;
  /** Usual opening hours; absent or null: unknown, or not limited to times of the week. */
  readonly hours?: WeekHours | null;
  /** Questions before the ticket, in order, of all channels; absent without questions. */
  readonly questions?: readonly FormQuestion[];
  /** By language id; always includes the site's own texts under the default language. */
  readonly texts: Readonly<Record<string, Translated>>;
}

export interface CatalogGroup {
  readonly id: string;
  /** As for a service. */
  readonly pictogram?: string;
  readonly texts: Readonly<Record<string, Translated>>;
}

export interface CatalogPart extends LaidPart {
  /** By language id; empty for parts that are not texts of the organisation. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface Catalog {
  readonly deviceId: string;
  readonly locationId: string;
  /** Channel of questions for a visitor without a card; absent: kiosk; null: no questions. */
  readonly channel?: Channel | null;
  /** Name of the location by language. */
  readonly siteNames: Readonly<Record<string, string>>;
  /** Whether visitors can type an appointment code; absent: no. */
  readonly checkIn?: boolean;
  /** Fields for a lookup without a code; absent: no lookup. */
  readonly lookUp?: LookUpBy;
  /** Whether the server has card rules; absent: no. */
  readonly cardRules?: boolean;
  /** Whether the screen is black while no service is open; absent: no. */
  readonly darkWhenClosed?: boolean;
  /** Position of the ticket slot; absent: below the screen. */
  readonly ticketSlot?: TicketSlot;
  /** Diagonal of its screen; absent or 0: unknown. */
  readonly screenInches?: number;
  /** Whether visitors can call staff here; absent: no. */
  readonly staffCall?: boolean;
  /** Speech output; absent: the default. */
  readonly speech?: KioskSpeech;
  /** Absent or empty without a configured audio output. */
  readonly headsetOutput?: string;
  /** Actions of its tactile keys, as in the site file; absent: the default keys. */
  readonly keys?: string;
  /** Absent or 0: no single-switch scanning. */
  readonly scanSeconds?: number;
  /** Whether animations are off; absent: no. */
  readonly lessMotion?: boolean;
  /** Pronunciations of the organisation's words, as parsed by `pronounceBy`; absent: none. */
  readonly pronunciations?: readonly string[];
  readonly timeZone: string;
  readonly numberWidth: number;
  /** Layout of tickets; absent: the default. */
  readonly layout?: readonly CatalogPart[];
  readonly logo: string;
  readonly colour: string;
  readonly languages: readonly string[];
  /** The server's ticket texts can contain personal data. */
  readonly hasPersonalTexts?: boolean;
  readonly defaultLang: string;
  readonly services: readonly CatalogService[];
  readonly groups: readonly CatalogGroup[];
}

/** The live part: one entry per service. */
export interface CurrentService {
  readonly open: boolean;
  readonly opensAt: string | null;
  /** Null while unknown. */
  readonly waiting: number | null;
  readonly waitSeconds: number | null;
  /** True when no tickets are issued, whatever the limit. */
  readonly full?: boolean;
}
