/** All operations of the API, created for one server with its services. */

import { loginOperations } from '../access/routes/login.ts';
import { passwordResetOperations } from '../access/routes/password-reset.ts';
import { sessionOperations } from '../access/routes/session.ts';
import type { Auth } from '../access/service/auth.ts';
import type { GuessLimits } from '../access/service/guess-limits.ts';
import type { PasswordResets } from '../access/service/password-resets.ts';
import { appointmentOperations } from '../appointments/routes/admin-appointments.ts';
import { appointmentLookupOperations } from '../appointments/routes/appointments.ts';
import { AUDIT_OPERATIONS } from '../audit/routes/audit.ts';
import { cardOperations } from '../cards/routes/cards.ts';
import type { NewerVersion } from '../devices/contract/rest/overrides.ts';
import { deviceActionOperations } from '../devices/routes/device-actions.ts';
import { deviceHistoryOperations } from '../devices/routes/device-history.ts';
import { DISPLAY_OPERATIONS } from '../devices/routes/displays.ts';
import { kioskOfflineOperations } from '../devices/routes/kiosk-offline.ts';
import { kioskOperations } from '../devices/routes/kiosks.ts';
import { pairingOperations } from '../devices/routes/pairing.ts';
import type { DeviceActions } from '../devices/service/device-actions.ts';
import type { Pairings } from '../devices/service/pairings.ts';
import type { DevicePresence } from '../devices/service/presence/device-presence.ts';
import { formOperations } from '../forms/routes/forms.ts';
import { TICKET_ANSWER_OPERATIONS } from '../forms/routes/ticket-answers.ts';
import type { Log } from '../lib/context.ts';
import { mailOperations } from '../mail/routes/mail.ts';
import type { MailService } from '../mail/service/mail.ts';
import { PERSONAL_DATA_OPERATIONS } from '../personal-data/routes/personal-data.ts';
import type { DrawPaper } from '../printing/contract/paper-preview.ts';
import { CALL_OPERATIONS, CALL_STEP_OPERATIONS, TRANSFER_OPERATIONS } from '../queue/routes/calls.ts';
import { COUNTER_LIST_OPERATIONS } from '../queue/routes/counter-lists.ts';
import { counterOperations } from '../queue/routes/counters.ts';
import { createTicketOperations, WITHDRAW_OPERATIONS } from '../queue/routes/create-ticket.ts';
import { DESK_OPERATIONS } from '../queue/routes/desk-work.ts';
import { INITIAL_STATE_OPERATIONS } from '../queue/routes/initial-state.ts';
import { previewOperations } from '../queue/routes/previews.ts';
import { TICKET_DETAIL_OPERATIONS } from '../queue/routes/ticket-details.ts';
import { LAST_TICKETS_OPERATIONS, TICKET_LIST_OPERATIONS } from '../queue/routes/ticket-lists.ts';
import { CLERK_OPERATIONS } from '../queue/routes/undo-and-corrections.ts';
import { LIMIT_OPERATIONS } from '../queue-alerts/routes/limits.ts';
import { branchOperations } from '../reports/routes/branches.ts';
import { reportFileOperations } from '../reports/routes/report-files.ts';
import { reportKeyOperations } from '../reports/routes/report-keys.ts';
import { REPORT_VIEW_OPERATIONS } from '../reports/routes/report-views.ts';
import { REPORT_OPERATIONS } from '../reports/routes/reports.ts';
import type { BranchBoard } from '../reports/service/branch-board.ts';
import type { ReportTurns, WriteReport } from '../reports/service/report-file.ts';
import type { Metrics } from '../rest/metrics.ts';
import type { Operation } from '../rest/operation.ts';
import { HISTORY_OPERATIONS } from '../retention/routes/history.ts';
import { adminOperations } from '../site/routes/admin.ts';
import { manyOperations } from '../site/routes/bulk-edit.ts';
import { modelOperations } from '../site/routes/inheritance.ts';
import { LOOKUP_OPERATIONS } from '../site/routes/lookups.ts';
import { undoOperations } from '../site/routes/undo.ts';
import { USER_OPERATIONS } from '../site/routes/users.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import { STAFF_CALL_OPERATIONS } from '../staff-calls/routes/staff-calls.ts';
import { phoneTicketOperations } from '../visitor-phone/routes/phone-tickets.ts';
import type { PhoneTickets } from '../visitor-phone/service/phone-tickets.ts';
import type { Waits } from '../wait-times/service/waits.ts';
import { webhookOperations } from '../webhooks/routes/webhooks.ts';
import type { Webhooks } from '../webhooks/service/webhooks.ts';

/** Services of operations; null if this server lacks one. */
export interface Services {
  readonly auth: Auth;
  readonly branchBoard: BranchBoard;
  readonly deviceActions: DeviceActions;
  readonly drawPaper: DrawPaper | null;
  readonly guesses: GuessLimits;
  readonly log: Log;
  readonly mail: MailService | null;
  readonly metrics: Metrics;
  readonly newerVersion: () => NewerVersion | null;
  readonly ownDevices: readonly string[];
  readonly pairings: Pairings;
  readonly passwordResets: PasswordResets;
  readonly phones: PhoneTickets;
  readonly presence: DevicePresence;
  readonly reportTurns: ReportTurns;
  readonly sites: SiteHolder;
  readonly waits: Waits;
  readonly webhooks: Webhooks | null;
  readonly writeReport: WriteReport | null;
}

export function operationsOf(services: Services): readonly Operation[] {
  return [
    ...loginOperations(services),
    ...sessionOperations(services),
    ...passwordResetOperations(services),
    ...pairingOperations(services),
    ...createTicketOperations(services),
    ...WITHDRAW_OPERATIONS,
    ...kioskOfflineOperations(services),
    ...CALL_OPERATIONS,
    ...CALL_STEP_OPERATIONS,
    ...TRANSFER_OPERATIONS,
    ...DESK_OPERATIONS,
    ...STAFF_CALL_OPERATIONS,
    ...CLERK_OPERATIONS,
    ...counterOperations(services),
    ...COUNTER_LIST_OPERATIONS,
    ...TICKET_LIST_OPERATIONS,
    ...INITIAL_STATE_OPERATIONS,
    ...LOOKUP_OPERATIONS,
    ...USER_OPERATIONS,
    ...LAST_TICKETS_OPERATIONS,
    ...TICKET_DETAIL_OPERATIONS,
    ...phoneTicketOperations(services),
    ...kioskOperations(services),
    ...deviceActionOperations(services),
    ...DISPLAY_OPERATIONS,
    ...cardOperations(services),
    ...appointmentLookupOperations(services),
    ...formOperations(services),
    ...TICKET_ANSWER_OPERATIONS,
    ...REPORT_OPERATIONS,
    ...reportFileOperations(services),
    ...REPORT_VIEW_OPERATIONS,
    ...branchOperations(services),
    ...LIMIT_OPERATIONS,
    ...previewOperations(services),
    ...AUDIT_OPERATIONS,
    ...deviceHistoryOperations(services),
    ...HISTORY_OPERATIONS,
    ...adminOperations(services),
    ...appointmentOperations(services),
    ...modelOperations(services),
    ...manyOperations(services),
    ...undoOperations(services),
    ...webhookOperations(services),
    ...mailOperations(services),
    ...PERSONAL_DATA_OPERATIONS,
    ...reportKeyOperations(services),
  ];
}
