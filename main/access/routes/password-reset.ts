/** REST operations of the password reset by mail (extension). */
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { Log } from '../../lib/context.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import {
  COMPLETE_PASSWORD_RESET,
  MAIL_PASSWORD_RESET,
  READ_PASSWORD_RESET,
  REQUEST_PASSWORD_RESET,
} from '../contract/endpoints.ts';
import { SubjectParameters } from '../contract/rest/login.ts';
import {
  CompleteResetParameters,
  PasswordResetAnswer,
  RequestResetParameters,
} from '../contract/rest/password-reset.ts';
import { auditActor } from '../service/caller.ts';
import type { GuessLimits } from '../service/guess-limits.ts';
import type { PasswordResets } from '../service/password-resets.ts';
import { userInReach } from './user-in-reach.ts';

interface PasswordResetServices {
  readonly guesses: GuessLimits;
  readonly log: Log;
  readonly passwordResets: PasswordResets;
  readonly sites: SiteHolder;
}

const readReset = ({ passwordResets }: PasswordResetServices) =>
  operation({
    name: 'password_reset',
    area: 'access',
    summary: 'Whether users can reset a forgotten password by mail.',
    endpoint: READ_PASSWORD_RESET,
    withoutKey: true,
    parameters: NoParameters,
    answer: PasswordResetAnswer,
    async handle() {
      return ok({ success: true, available: passwordResets.isAvailable() });
    },
  });

const requestReset = ({ guesses, passwordResets }: PasswordResetServices) =>
  operation({
    name: 'request_password_reset',
    area: 'access',
    summary:
      'Mails a link for a new password to the user with this user name or mail address. The answer is the same whether or not there is one.',
    errnos: [ERRNO.cannotConclude, ERRNO.tooMany],
    guess: 'password-reset',
    endpoint: REQUEST_PASSWORD_RESET,
    withoutKey: true,
    parameters: RequestResetParameters,
    answer: DoneAnswer,
    async handle({ name }, { caller, address, now }) {
      const guess = guesses.begin('password-reset', { caller, address, now });
      if (!guess.ok) return guess;
      guess.value.end(false);
      const requested = passwordResets.request(name, address);
      return requested.ok ? ok({ success: true }) : requested;
    },
  });

const completeReset = ({ guesses, log, passwordResets }: PasswordResetServices) =>
  operation({
    name: 'complete_password_reset',
    area: 'access',
    summary:
      'Sets a new password with a mailed token, which works once within 30 minutes. Revokes all tokens of the user.',
    errnos: [ERRNO.notFound, ERRNO.tooMany],
    guess: 'reset-token',
    endpoint: COMPLETE_PASSWORD_RESET,
    withoutKey: true,
    parameters: CompleteResetParameters,
    answer: DoneAnswer,
    async handle({ token, new_password }, { caller, address, now }) {
      const guess = guesses.begin('reset-token', { caller, address, now });
      if (!guess.ok) return guess;
      let isRight = true;
      try {
        const done = await passwordResets.complete(token, new_password);
        isRight = done.ok || done.error.errno !== ERRNO.notFound;
        if (!done.ok) return done;
        log.info('auth.password-reset-completed', { user: done.value.userId, address });
        return ok({ success: true });
      } finally {
        guess.value.end(isRight);
      }
    },
  });

const mailReset = ({ passwordResets, sites }: PasswordResetServices) =>
  operation({
    name: 'mail_password_reset',
    area: 'access',
    summary: 'Mails a link for a new password to a user.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.tooMany],
    endpoint: MAIL_PASSWORD_RESET,
    roles: ['admin_site'],
    orRoles: ['admin_branch'],
    jsonBody: true,
    takesLong: true,
    parameters: SubjectParameters,
    answer: DoneAnswer,
    async handle({ id }, context) {
      const user = userInReach(sites, id, context);
      if (!user.ok) return user;
      const mailed = await passwordResets.mailTo(user.value, auditActor(context.caller));
      return mailed.ok ? ok({ success: true }) : mailed;
    },
  });

export const passwordResetOperations = (services: PasswordResetServices): readonly Operation[] => [
  readReset(services),
  requestReset(services),
  completeReset(services),
  mailReset(services),
];
