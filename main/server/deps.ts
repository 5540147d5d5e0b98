import type { NewerVersion } from '../devices/contract/rest/overrides.ts';
import type { PhoneHandoff } from '../devices/service/connections/phone-handoff.ts';
import type { DeviceActions } from '../devices/service/device-actions.ts';
import type { DevicePresence } from '../devices/service/presence/device-presence.ts';
import type { MailService } from '../mail/service/mail.ts';
import type { DrawPaper } from '../printing/contract/paper-preview.ts';
import type { ReportTurns, WriteReport } from '../reports/service/report-file.ts';
import type { RestDeps } from '../rest/deps.ts';
import type { TicketSecrets } from '../visitor-phone/service/ticket-secrets.ts';
import type { Webhooks } from '../webhooks/service/webhooks.ts';

/** Dependencies of the server from the composition root, which closes them. */
export interface ServerDeps extends RestDeps {
  /** Online state of devices. */
  readonly presence: DevicePresence;
  /** Remote actions of devices. */
  readonly deviceActions: DeviceActions;
  /** Handoff of tickets from kiosk screens to phones. */
  readonly takenAlong: PhoneHandoff;
  /** Secrets of tickets, for visitors' phones. */
  readonly ticketSecrets: TicketSecrets;
  /** Draws ticket previews for the back office; without it there are none. */
  readonly drawPaper?: DrawPaper;
  /** Writes reports as PDF and other files; without it they are spreadsheets only. */
  readonly writeReport?: WriteReport;
  /** Queue of report generation, shared with mailed reports. */
  readonly reportTurns: ReportTurns;
  /** Without it, no webhooks are sent. */
  readonly webhooks?: Webhooks;
  /** Without it, no mail is sent. */
  readonly mail?: MailService;
  /** The newer version in the update feed; absent without a feed. */
  readonly newerVersion?: () => NewerVersion | null;
  /** Ids of devices that this program runs as; they cannot be deleted. */
  readonly ownDevices?: readonly string[];
}
