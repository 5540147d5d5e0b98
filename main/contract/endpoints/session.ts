/** Signing in, and who has signed in. */
import type { NoParameters } from '../rest/forms.ts';
import type { LoginAnswer, LoginParameters, PasswordAnswer, PasswordParameters } from '../rest/login.ts';
import type { DoneAnswer } from '../rest/queue-answers.ts';
import type { SessionAnswer } from '../rest/session.ts';
import { endpoint } from './endpoint.ts';

export const READ_SESSION = endpoint<typeof NoParameters, typeof SessionAnswer>('GET v2/session');
export const END_SESSION = endpoint<typeof NoParameters, typeof DoneAnswer>('DELETE v2/session');
export const LOG_IN = endpoint<typeof LoginParameters, typeof LoginAnswer>('POST v2/queuemanagement/login');
export const CHANGE_PASSWORD = endpoint<typeof PasswordParameters, typeof PasswordAnswer>('POST v2/users/password');
