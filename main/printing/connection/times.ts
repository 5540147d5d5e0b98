/** Timeouts and polling intervals of the printer connection, in milliseconds. */

export const FIRST_RETRY_MS = 250;
export const MAX_RETRY_MS = 5000;
/** A connection that lives so long is one, also where nothing is heard on it. */
export const PROVED_MS = 10_000;
/** How long a printer may take to say what it can confirm. */
export const GREET_MS = 1000;
/** The same where it has never said anything: only then may its tickets go unconfirmed. */
export const FIRST_GREET_MS = 4000;
/** GS r is asked when a process id has not come within this. */
export const ID_HEAD_START_MS = 60;
export const CLEAR_MS = 1000;
/** How often a printer whose knife stands still is asked to go on. */
export const RESUME_MS = 500;
/** An XOFF that no XON follows. */
export const HOLD_MS = 5000;
export const NEAR_END_STEADY_MS = 5000;

/** First patience with an answer; it grows with answers that come later. */
export const PATIENCE_MS = 600;
export const MAX_PATIENCE_MS = 6000;
/** For so long after that, the answer may still come; meanwhile nothing like it is asked. */
export const LATE_MS = 3000;
export const LITTLE_LATE_MS = 1000;
/** Whatever says everything twice has done so within this. */
export const SETTLE_MS = 25;
export const MAX_SETTLE_MS = 400;

/** Between two questions while nothing happens: never more than two a second. */
export const IDLE_ASK_MS = 900;
export const FAULT_ASK_MS = 1000;
/** The printer tells by itself when it goes on. */
export const AUTOMATIC_FAULT_ASK_MS = 2000;
/** With automatic status a question only finds out that the line is dead. */
export const AUTOMATIC_ASK_MS = 5000;
export const SILENT_ASK_MS = 2000;
/** A change that was said once is asked for again. */
export const DOUBLE_CHECK_MS = 30;
export const DOUBLE_CHECK_TRIES = 3;
/** A print that was not confirmed: the printer is asked again what it can. */
export const PROBE_AGAIN_MS = 5000;
/** So many status questions without any answer: the printer says nothing any more. */
export const SILENT_AFTER_MISSES = 3;
/** So many of one kind, while others are answered: this printer does not know it. */
export const DEAF_AFTER_MISSES = 2;
export const REDIAL_MS = 30_000;
export const MAX_REDIAL_MS = 600_000;

/** Between two questions for a ticket in the mouth of a presenter. */
export const MOUTH_ASK_MS = 1000;
/** A ticket is back within it, where the printer retracts. */
export const RETRACT_MS = 5000;

/** A job that gets no confirmation for this long is looked after. */
export const STALL_MS = 700;
export const LATER_STALL_MS = 2000;
/** Of one job, its process ids and GS r included. */
export const MAX_QUESTIONS = 30;
/** Places in a ticket that are confirmed one by one: as many as a drawn ticket has kilobytes. */
export const CHECKPOINTS = 22;
/** Answers to GS r that are missing are asked for once more. */
export const ASK_AGAIN_MS = 4000;
/** For at least so long a printer that was left in mid-ticket may answer the GS r of the program before this one. */
export const LEFT_ANSWERS_MS = 2000;
export const MAX_LEFT_ANSWERS_MS = 5000;
/** A process id that has not come for so long is followed by another one, which shows whether it is still to come. */
export const ID_AGAIN_MS = 2000;
/** How long a stale answer to GS r is waited for. */
export const STALE_MS = 1000;
/** After this it counts as lost. */
export const LOST_MS = 10_000;
/** From the last byte until paper that nothing else confirms has come out, and more for each byte of it. */
export const LOOK_AFTER_MS = 1500;
export const LOOK_AFTER_MS_PER_BYTE = 0.1;
/**
 * The printing speed of quick ticket printers (Epson TM-m30III, Citizen CT-S851: 300 mm/s). Of the few that are quicker
 * a ticket is promised a fifth of a second late; slower ones than these are the rule.
 */
export const PAPER_MM_PER_S = 300;
/** Between questions of that last look. */
export const LOOK_ASK_MS = 60;
/** A printer that says nothing is given this long for a ticket, the time of the line aside. */
export const SILENT_TICKET_MS = 4000;
