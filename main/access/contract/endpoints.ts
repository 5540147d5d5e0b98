/** Endpoints for login and the session. */
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { LoginAnswer, LoginParameters, PasswordAnswer, PasswordParameters } from './rest/login.ts';
import type { SessionAnswer, SessionParameters } from './rest/session.ts';

export const READ_SESSION = endpoint<typeof SessionParameters, typeof SessionAnswer>('GET v2/session');
export const END_SESSION = endpoint<typeof NoParameters, typeof DoneAnswer>('DELETE v2/session');
export const LOG_IN = endpoint<typeof LoginParameters, typeof LoginAnswer>('POST v2/queuemanagement/login');
export const CHANGE_PASSWORD = endpoint<typeof PasswordParameters, typeof PasswordAnswer>('POST v2/users/password');
