/** Timeouts and polling intervals of the printer connection, in milliseconds. */

export const FIRST_RETRY_MS = 250;
export const MAX_RETRY_MS = 5000;
/** A connection that lasts this long counts as proven, even without an answer. */
export const PROVED_MS = 10_000;
/** Timeout of the handshake. */
export const GREET_MS = 1000;
/** Timeout of the handshake for a printer that never answered: it decides whether its tickets print unconfirmed. */
export const FIRST_GREET_MS = 4000;
/** Delay until GS r is tried when a process id has not arrived. */
export const ID_HEAD_START_MS = 60;
export const CLEAR_MS = 1000;
/** Interval of resume commands for a jammed cutter. */
export const RESUME_MS = 500;
/** Maximum pause after an XOFF without an XON. */
export const HOLD_MS = 5000;
export const NEAR_END_STEADY_MS = 5000;

/** Initial timeout of an answer; it grows with late answers. */
export const PATIENCE_MS = 600;
export const MAX_PATIENCE_MS = 6000;
/** After that timeout, how long the answer may still arrive; no similar question is sent meanwhile. */
export const LATE_MS = 3000;
export const LITTLE_LATE_MS = 1000;
/** Maximum delay of a repeated answer. */
export const SETTLE_MS = 25;
export const MAX_SETTLE_MS = 400;

/** Interval of questions when idle: at most two per second. */
export const IDLE_ASK_MS = 900;
export const FAULT_ASK_MS = 1000;
/** With automatic status, the printer reports its recovery. */
export const AUTOMATIC_FAULT_ASK_MS = 2000;
/** With automatic status, questions only detect a dead connection. */
export const AUTOMATIC_ASK_MS = 5000;
export const SILENT_ASK_MS = 2000;
/** Delay until a change is verified. */
export const DOUBLE_CHECK_MS = 30;
export const DOUBLE_CHECK_TRIES = 3;
/** Interval of repeated handshakes after an unconfirmed print. */
export const PROBE_AGAIN_MS = 5000;
/** Consecutive unanswered status questions until a printer counts as silent. */
export const SILENT_AFTER_MISSES = 3;
/** Unanswered questions of one kind, while others are answered, until it counts as unsupported. */
export const DEAF_AFTER_MISSES = 2;
export const REDIAL_MS = 30_000;
export const MAX_REDIAL_MS = 600_000;

/** Interval of questions about a ticket in a presenter. */
export const MOUTH_ASK_MS = 1000;
/** Maximum time to retract a ticket. */
export const RETRACT_MS = 5000;

/** A job without confirmation for this long is checked. */
export const STALL_MS = 700;
export const LATER_STALL_MS = 2000;
/** Maximum questions of a job, including process ids and GS r. */
export const MAX_QUESTIONS = 30;
/** Confirmed places in a ticket: as many as a drawn ticket has kilobytes. */
export const CHECKPOINTS = 22;
/** Missing answers to GS r are requested again after this time. */
export const ASK_AGAIN_MS = 4000;
/** Minimum time in which a printer may answer a GS r of an earlier program, after a kill during a ticket. */
export const LEFT_ANSWERS_MS = 2000;
export const MAX_LEFT_ANSWERS_MS = 5000;
/** A late process id is followed by another one after this time, which shows whether the first will still arrive. */
export const ID_AGAIN_MS = 2000;
/** How long to wait for a stale answer to GS r. */
export const STALE_MS = 1000;
/** After this time it counts as lost. */
export const LOST_MS = 10_000;
/** From the last byte until unconfirmed paper is out; plus a time per byte. */
export const LOOK_AFTER_MS = 1500;
export const LOOK_AFTER_MS_PER_BYTE = 0.1;
/**
 * Printing speed of fast ticket printers (Epson TM-m30III, Citizen CT-S851: 300 mm/s). The few faster ones are reported
 * a fifth of a second late; most printers are slower.
 */
export const PAPER_MM_PER_S = 300;
/** Interval of questions in that final check. */
export const LOOK_ASK_MS = 60;
/** Time for a ticket on a silent printer, in addition to the time of the line. */
export const SILENT_TICKET_MS = 4000;
