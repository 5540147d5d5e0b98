/** Questions of reports to a store: what they ask, and what they get. */
import type { CallResult, PersonalField, TicketRecord } from '../../queue/contract/records.ts';
import type { CallTargets, DayOfLimits } from '../../queue/rules/day/day-counts.ts';
import type { PeriodFigures, PeriodRules } from '../../queue/rules/day/period.ts';
import type { CallFacts } from '../../queue/rules/day/tally.ts';
import type { Past } from '../../wait-times/rules/historical-rate.ts';
import type { BranchNow } from '../rules/branches.ts';

/** Where and when a report looks: from an instant on, until another (epoch milliseconds). */
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
  /** Of those who wait now; appointments that are to come do not yet. */
  readonly waitedMs: { readonly count: number; readonly total: number; readonly longest: number };
}

/** The last call of a desk today. */
export interface DeskNow {
  readonly deskId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** With the service whose number it bears. */
  readonly ticket: { readonly serviceId: string; readonly number: number; readonly label: string };
  readonly calledAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
}

/** Where a page of an export ended. */
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
  /** The same for the same ticket in both tables; opens nothing. */
  readonly ticketKey: string;
  /** What was noted of it, by code. */
  readonly results: readonly CallResult[];
  readonly ticket: {
    readonly serviceId: string;
    readonly number: number;
    readonly label: string;
    readonly issuedAt: number;
  };
}

/** Without anything that is about its visitor, but for the device of one that came from a card: it goes no further. */
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
  /** The business day for which it is asked (`yyyy-mm-dd`). */
  readonly today: string;
}

export interface DeskLog {
  /** `calls`: for how many it was noted; `count`: how many times. */
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

/** Questions that may look at years of tickets. They change nothing, and keep no operation waiting. */
export interface ReportQueries {
  period: { input: PeriodInput; output: PeriodFigures };
  today: {
    input: TodayInput;
    output: {
      readonly period: PeriodFigures;
      readonly services: readonly ServiceNow[];
      /** Desks that called somebody today. */
      readonly desks: readonly DeskNow[];
    };
  };
  /** What limits of a location look at: the day so far, and how it is now. */
  limits: {
    input: LimitsInput;
    output: {
      readonly day: DayOfLimits;
      readonly services: readonly ServiceNow[];
      /** Desks that called somebody today. */
      readonly desks: readonly DeskNow[];
      /** When somebody was last back from a break, or opened again, by desk. */
      readonly backAt: Readonly<Record<string, number>>;
    };
  };
  /** How a location works, by its calls of some weeks. */
  past: { input: PastInput; output: Past };
  /** How locations go now. Those at which there never was a queue are left out. */
  branches: { input: BranchesInput; output: readonly BranchNow[] };
  /** How many tickets and calls of a location were drawn and made before an instant. */
  older: {
    input: { readonly locationId: string; readonly before: number };
    output: { readonly tickets: number; readonly calls: number };
  };
  /** The same as `period`, and what was noted of calls, and breaks that are over: by everything that they differ in. */
  days: { input: PeriodInput; output: { readonly figures: PeriodFigures; readonly log: DeskLog } };
  /** In the order of the calls. */
  calls: { input: ExportInput; output: ExportPage<ExportedCall> };
  /** In the order of their issue. */
  tickets: { input: ExportInput; output: ExportPage<ExportedTicket> };
}
