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

/** What the server is given by the composition root. It closes none of these. */
export interface ServerDeps extends RestDeps {
  /** Which devices are in touch. */
  readonly presence: DevicePresence;
  /** What devices are asked to do. */
  readonly deviceActions: DeviceActions;
  /** Which numbers on screens of kiosks are on phones. */
  readonly takenAlong: PhoneHandoff;
  /** Secrets of tickets, for the phones of their visitors. */
  readonly ticketSecrets: TicketSecrets;
  /** Draws tickets for the back office; without it there are no pictures. */
  readonly drawPaper?: DrawPaper;
  /** Writes reports as files; without it they can be had as spreadsheets only. */
  readonly writeReport?: WriteReport;
  /** Turns at making them, shared with reports by mail. */
  readonly reportTurns: ReportTurns;
  /** Without it no webhooks are sent. */
  readonly webhooks?: Webhooks;
  /** Without it no mail is sent. */
  readonly mail?: MailService;
  /** The newer version in the update feed; without it there is no feed. */
  readonly newerVersion?: () => NewerVersion | null;
  /** Ids of the devices that the program was started as; they cannot be deleted. */
  readonly ownDevices?: readonly string[];
}
