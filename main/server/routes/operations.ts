/** Every operation of the interface, made for one server with the services that it uses. */
import type { Log } from '../../context.ts';
import type { DrawPaper } from '../../contract/paper-preview.ts';
import type { Auth } from '../auth/auth.ts';
import type { GuessLimits } from '../auth/guess-limits.ts';
import type { DeviceActions } from '../devices/device-actions.ts';
import type { DevicePresence } from '../events/device-presence.ts';
import type { MailService } from '../mail/mail.ts';
import type { Metrics } from '../metrics.ts';
import type { Operation } from '../operation.ts';
import type { Pairings } from '../pairing/pairings.ts';
import type { PhoneTickets } from '../phone/phone-tickets.ts';
import type { BranchBoard } from '../reports/branch-board.ts';
import type { ReportTurns, WriteReport } from '../reports/report-file.ts';
import type { SiteHolder } from '../site/site-holder.ts';
import type { Waits } from '../waits/waits.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { adminOperations } from './admin.ts';
import { appointmentOperations } from './admin-appointments.ts';
import { CALL_STEP_OPERATIONS } from './answers.ts';
import { appointmentLookupOperations } from './appointments.ts';
import { AUDIT_OPERATIONS } from './audit.ts';
import { branchOperations } from './branches.ts';
import { CALL_OPERATIONS } from './calls.ts';
import { cardOperations } from './cards.ts';
import { CLERK_OPERATIONS } from './clerk-steps.ts';
import { COUNTER_LIST_OPERATIONS } from './counter-lists.ts';
import { counterOperations } from './counters.ts';
import { createTicketOperations } from './create-ticket.ts';
import { DESK_OPERATIONS } from './desk-work.ts';
import { deviceActionOperations } from './device-actions.ts';
import { deviceHistoryOperations } from './device-history.ts';
import { DISPLAY_OPERATIONS } from './displays.ts';
import { formOperations } from './forms.ts';
import { HISTORY_OPERATIONS } from './history.ts';
import { INITIAL_STATE_OPERATIONS } from './initial-state.ts';
import { kioskOfflineOperations } from './kiosk-offline.ts';
import { kioskOperations } from './kiosks.ts';
import { LAST_TICKETS_OPERATIONS } from './last-tickets.ts';
import { LIMIT_OPERATIONS } from './limits.ts';
import { loginOperations } from './login.ts';
import { LOOKUP_OPERATIONS } from './lookups.ts';
import { mailOperations } from './mail.ts';
import { manyOperations } from './many.ts';
import { modelOperations } from './models.ts';
import { pairingOperations } from './pairing.ts';
import { PERSONAL_DATA_OPERATIONS } from './personal-data.ts';
import { phoneTicketOperations } from './phone-tickets.ts';
import { previewOperations } from './previews.ts';
import { reportFileOperations } from './report-files.ts';
import { reportKeyOperations } from './report-keys.ts';
import { REPORT_VIEW_OPERATIONS } from './report-views.ts';
import { REPORT_OPERATIONS } from './reports.ts';
import { sessionOperations } from './session.ts';
import { STAFF_CALL_OPERATIONS } from './staff-calls.ts';
import { TICKET_ANSWER_OPERATIONS } from './ticket-answers.ts';
import { TICKET_DETAIL_OPERATIONS } from './ticket-details.ts';
import { TICKET_LIST_OPERATIONS } from './ticket-lists.ts';
import { TRANSFER_OPERATIONS } from './transfer-call.ts';
import { USER_OPERATIONS } from './users.ts';
import { webhookOperations } from './webhooks.ts';
import { WITHDRAW_OPERATIONS } from './withdraw-ticket.ts';

/** What operations use beside their request; null where this server does not have it. */
export interface Services {
  readonly auth: Auth;
  readonly branchBoard: BranchBoard;
  readonly deviceActions: DeviceActions;
  readonly drawPaper: DrawPaper | null;
  readonly guesses: GuessLimits;
  readonly log: Log;
  readonly mail: MailService | null;
  readonly metrics: Metrics;
  readonly ownDevices: readonly string[];
  readonly pairings: Pairings;
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
    ...webhookOperations(services),
    ...mailOperations(services),
    ...PERSONAL_DATA_OPERATIONS,
    ...reportKeyOperations(services),
  ];
}
