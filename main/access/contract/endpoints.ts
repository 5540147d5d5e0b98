/** Endpoints for login and the session. */
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  LoginAnswer,
  LoginParameters,
  PasswordAnswer,
  PasswordParameters,
  SubjectParameters,
} from './rest/login.ts';
import type { CompleteResetParameters, PasswordResetAnswer, RequestResetParameters } from './rest/password-reset.ts';
import type { SessionAnswer, SessionParameters } from './rest/session.ts';

export const READ_SESSION = endpoint<typeof SessionParameters, typeof SessionAnswer>('GET v2/session');
export const END_SESSION = endpoint<typeof NoParameters, typeof DoneAnswer>('DELETE v2/session');
export const LOG_IN = endpoint<typeof LoginParameters, typeof LoginAnswer>('POST v2/queuemanagement/login');
export const CHANGE_PASSWORD = endpoint<typeof PasswordParameters, typeof PasswordAnswer>('POST v2/users/password');

/** Password reset by mail. */
export const READ_PASSWORD_RESET = endpoint<typeof NoParameters, typeof PasswordResetAnswer>('GET v2/password-reset');
export const REQUEST_PASSWORD_RESET = endpoint<typeof RequestResetParameters, typeof DoneAnswer>(
  'POST v2/password-reset',
);
export const COMPLETE_PASSWORD_RESET = endpoint<typeof CompleteResetParameters, typeof DoneAnswer>(
  'POST v2/password-reset/complete',
);
export const MAIL_PASSWORD_RESET = endpoint<typeof SubjectParameters, typeof DoneAnswer>(
  'POST v2/admin/users/:id/password-reset',
);
