/** Inputs and outputs of report queries. */
import type { CallResult, PersonalField, TicketRecord } from '../../queue/contract/records.ts';
import type { CallTargets, DayOfLimits } from '../../queue/rules/day/day-counts.ts';
import type { PeriodFigures, PeriodRules } from '../../queue/rules/day/period.ts';
import type { CallFacts } from '../../queue/rules/day/tally.ts';
import type { Transfer } from '../../queue/rules/day/transfers.ts';
import type { Past } from '../../wait-times/rules/historical-rate.ts';
import type { BranchNow } from '../rules/branches.ts';

/** Location and time span of a report (epoch milliseconds). */
export interface ReportSpan {
  readonly locationId: string;
  readonly from: number;
  readonly until: number;
}

export interface PeriodInput extends ReportSpan {
  readonly rules: PeriodRules;
}

export interface TodayInput extends PeriodInput {
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly now: number;
}

export interface BranchesInput {
  readonly locations: readonly string[];
  readonly now: number;
}

export interface ServiceNow {
  readonly serviceId: string;
  readonly waiting: number;
  readonly waitingPriority: number;
  /** Waiting visitors, without appointments that are not due. */
  readonly waitedMs: { readonly count: number; readonly total: number; readonly longest: number };
}

/** Last call of a desk today. */
export interface DeskNow {
  readonly deskId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** With the service that issued its number. */
  readonly ticket: { readonly serviceId: string; readonly number: number; readonly label: string };
  readonly calledAt: number;
  /** Null while the call is open. */
  readonly endedAt: number | null;
}

/** Position where an export page ended. */
export interface ExportCursor {
  readonly at: number;
  readonly id: string;
}

export interface ExportInput extends ReportSpan {
  readonly after: ExportCursor | null;
  readonly limit: number;
}

export interface ExportPage<Row> {
  readonly rows: readonly Row[];
  readonly next: ExportCursor | null;
}

export interface ExportedCall extends CallFacts {
  /** Equal for the same ticket in both tables; grants no access. */
  readonly ticketKey: string;
  /** Outcomes of the call, by code. */
  readonly results: readonly CallResult[];
  readonly ticket: {
    readonly serviceId: string;
    readonly number: number;
    readonly label: string;
    readonly issuedAt: number;
  };
}

/** Without personal data, except the device of a card ticket, which is removed later. */
export type ExportedTicket = { readonly ticketKey: string } & Pick<
  Omit<TicketRecord, Exclude<PersonalField, 'deviceId'>>,
  | 'label'
  | 'serviceId'
  | 'dstServiceId'
  | 'deviceId'
  | 'number'
  | 'state'
  | 'transferred'
  | 'flags'
  | 'lang'
  | 'issuedAt'
  | 'scheduledAt'
>;

export interface PastInput extends PeriodInput {
  /** Current business day (`yyyy-mm-dd`). */
  readonly today: string;
}

export interface DeskLog {
  /** `calls`: number of calls with the outcome; `count`: total count. */
  readonly results: readonly {
    readonly serviceId: string;
    readonly deskId: string;
    readonly userId: string;
    readonly code: string;
    readonly calls: number;
    readonly count: number;
  }[];
  readonly breaks: readonly {
    readonly deskId: string;
    readonly userId: string;
    readonly reason: string;
    readonly breaks: number;
    readonly ms: number;
  }[];
}

export interface LimitsInput extends ReportSpan {
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly inTime: CallTargets;
  readonly now: number;
}

/** Queries that can read years of tickets. They change nothing, and block no operation. */
export interface ReportQueries {
  period: { input: PeriodInput; output: PeriodFigures };
  today: {
    input: TodayInput;
    output: {
      readonly period: PeriodFigures;
      readonly services: readonly ServiceNow[];
      /** Desks with a call today. */
      readonly desks: readonly DeskNow[];
    };
  };
  /** Data for the thresholds of a location: the day so far, and the current state. */
  limits: {
    input: LimitsInput;
    output: {
      readonly day: DayOfLimits;
      readonly services: readonly ServiceNow[];
      /** Desks with a call today. */
      readonly desks: readonly DeskNow[];
      /** End of the last break or closure, by desk. */
      readonly backAt: Readonly<Record<string, number>>;
    };
  };
  /** Service rates of a location, from calls of past weeks. */
  past: { input: PastInput; output: Past };
  /** Current state of locations. Omits those that never had a queue. */
  branches: { input: BranchesInput; output: readonly BranchNow[] };
  /** Number of tickets and calls of a location before an instant. */
  older: {
    input: { readonly locationId: string; readonly before: number };
    output: { readonly tickets: number; readonly calls: number };
  };
  /** Like `period`, plus transfers, outcomes and ended breaks in full detail. */
  days: {
    input: PeriodInput;
    output: {
      readonly figures: PeriodFigures;
      /** Most frequent first; of calls that still exist. */
      readonly transfers: readonly Transfer[];
      readonly log: DeskLog;
    };
  };
  /** In call order. */
  calls: { input: ExportInput; output: ExportPage<ExportedCall> };
  /** In order of issue. */
  tickets: { input: ExportInput; output: ExportPage<ExportedTicket> };
}
