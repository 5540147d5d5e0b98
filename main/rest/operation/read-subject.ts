/** The personal data that an operation shows, for the log of reads. */
import type { Operation } from '../operation.ts';
import type { RequestContext } from '../request-context.ts';

/** The subject of a read that is to be recorded; null when the operation shows the caller no personal data. */
export function readSubject(
  { personalRead }: Pick<Operation, 'personalRead'>,
  parameters: Readonly<Record<string, unknown>>,
  { sees }: Pick<RequestContext, 'sees'>,
): string | null {
  if (personalRead === undefined || (personalRead.toStaff === true && sees !== 'staff')) return null;
  const subject = personalRead.subject === null ? '' : parameters[personalRead.subject];
  return typeof subject === 'string' ? subject : '';
}
