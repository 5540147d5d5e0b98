/** Which operations show staff personal data of visitors, for organisations that record such reads. */
import type { RequestContext } from '../request-context.ts';

interface PersonalRead {
  /** Parameter that names the ticket, desk, service or location that was read; null: none does. */
  readonly subject: string | null;
  /** Shows names to `staff` alone. */
  readonly toStaff?: true;
}

/** By the name of the operation. */
const PERSONAL_READS: Readonly<Record<string, PersonalRead>> = {
  counter: { subject: 'desk_id', toStaff: true },
  find_tickets: { subject: 'desk_id', toStaff: true },
  served_tickets: { subject: 'desk_id', toStaff: true },
  waitingticketslist: { subject: 'service_id', toStaff: true },
  pausedticketslist: { subject: 'desk_id', toStaff: true },
  cancellededticketslist: { subject: 'desk_id', toStaff: true },
  ticket_details: { subject: 'id', toStaff: true },
  ticket_details_parameter: { subject: 'id', toStaff: true },
  ticket_answers: { subject: 'ticket_id', toStaff: true },
  admin_export_site: { subject: null },
  admin_list_appointments: { subject: 'location' },
  admin_search_appointments: { subject: 'location' },
  admin_appointments_of: { subject: 'service' },
  admin_read_appointments: { subject: 'id' },
  find_personal_data: { subject: 'ticket_id' },
};

/** The subject of a read that is to be recorded; null when the operation shows the caller no personal data. */
export function personalRead(
  operation: string,
  parameters: Readonly<Record<string, unknown>>,
  { sees }: Pick<RequestContext, 'sees'>,
): string | null {
  const read = PERSONAL_READS[operation];
  if (read === undefined || (read.toStaff === true && sees !== 'staff')) return null;
  const subject = read.subject === null ? '' : parameters[read.subject];
  return typeof subject === 'string' ? subject : '';
}

export const RECORDED_OPERATIONS: readonly string[] = Object.keys(PERSONAL_READS);
