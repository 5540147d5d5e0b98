/** REST operations for login, passwords and keys. Extensions, except `login`. */

import { CREATE_DEVICE_KEY, REVOKE_DEVICE_KEY, REVOKE_USER } from '../../devices/contract/endpoints.ts';
import type { Log } from '../../lib/context.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { beyondKey, unseen } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { CHANGE_PASSWORD, LOG_IN } from '../contract/endpoints.ts';
import {
  DeviceKeyAnswer,
  LoginAnswer,
  LoginParameters,
  PasswordAnswer,
  PasswordParameters,
  SubjectParameters,
} from '../contract/rest/login.ts';
import type { Auth } from '../service/auth.ts';
import { auditActor } from '../service/caller.ts';
import { userInReach } from './user-in-reach.ts';

interface LoginServices {
  readonly auth: Auth;
  readonly log: Log;
  readonly sites: SiteHolder;
}

const MUST_CHANGE = codedRefusal('password_change_required', { parameter: 'new_password' });

/** Checks the password and issues a login token, or returns the reason for the refusal. */
async function logIn(
  auth: Auth,
  site: Site,
  given: { readonly user_id: string; readonly password: string; readonly new_password: string },
  { address, mayBeWithout, now }: { readonly address: string; readonly mayBeWithout: boolean; readonly now: number },
): Promise<Result<{ readonly user: User; readonly key: string }, Refusal>> {
  const { user_id: name, password, new_password } = given;
  const found = site.user(name);
  const user = found?.state === 1 ? found : undefined;
  const checked = await auth.passwords.check({ user, name, address, password, mayBeWithout });
  if (!checked.ok) return user === undefined ? checked : fail({ ...checked.error, by: user.id });
  if (auth.mustChange(checked.value)) {
    if (new_password === '') return fail(MUST_CHANGE);
    const changed = await auth.passwords.change(checked.value.id, password, new_password);
    if (!changed.ok) return changed;
  }
  return ok({ user: checked.value, key: auth.keyFor(checked.value, now) });
}

const login = ({ auth, log }: LoginServices) =>
  operation({
    name: 'login',
    part: 'interface',
    area: 'access',
    summary: 'Issues a login token that is valid for seven days.',
    errnos: [ERRNO.loginRefused, ERRNO.tooMany],
    guess: 'password',
    endpoint: LOG_IN,
    withoutKey: true,
    parameters: LoginParameters,
    answer: LoginAnswer,
    async handle(parameters, { site, address, keysAsked, isTrusted, now }) {
      const mayBeWithout = !keysAsked || isTrusted();
      const done = await logIn(auth, site, parameters, { address, mayBeWithout, now });
      if (!done.ok) return done;
      const { user, key } = done.value;
      log.info('auth.login-succeeded', { user: user.id, address });
      return ok({ success: true, user_id: user.id, username: user.username, authtoken: key });
    },
  });

/** Changes the caller's own password, or sets the first one. Revokes all tokens of the user and returns a new one. */
const changePassword = ({ auth }: LoginServices) =>
  operation({
    name: 'change_password',
    area: 'access',
    summary: "Changes the caller's own password. Revokes all tokens of the user and returns a new one.",
    errnos: [ERRNO.loginRefused, ERRNO.tooMany],
    guess: 'password',
    endpoint: CHANGE_PASSWORD,
    parameters: PasswordParameters,
    answer: PasswordAnswer,
    async handle({ password, new_password }, { caller, address, now }) {
      // Without a token there is no user, even while authentication is off.
      if (caller.kind !== 'user') return refuse(ERRNO.keyMissing);
      const { user } = caller;
      const attempt = { user, name: user.id, address, password, mayBeWithout: true };
      const checked = await auth.passwords.check(attempt);
      if (!checked.ok) return checked;
      const changed = await auth.passwords.change(user.id, password, new_password);
      return changed.ok ? ok({ success: true, authtoken: auth.keyFor(user, now) }) : changed;
    },
  });

const revokeUser = ({ auth, sites }: LoginServices) =>
  operation({
    name: 'revoke_user',
    area: 'access',
    summary: 'Revokes all tokens of a user at once.',
    errnos: [ERRNO.notFound],
    endpoint: REVOKE_USER,
    roles: ['admin_site'],
    orRoles: ['admin_branch'],
    jsonBody: true,
    takesLong: true,
    parameters: SubjectParameters,
    answer: DoneAnswer,
    async handle({ id }, context) {
      const user = userInReach(sites, id, context);
      if (!user.ok) return user;
      await auth.revokeUser(user.value.id, auditActor(context.caller));
      return ok({ success: true });
    },
  });

const createDeviceKey = ({ auth, sites }: LoginServices) =>
  operation({
    name: 'create_device_key',
    area: 'access',
    summary: 'Creates the key of a device and shows it once. Revokes an earlier key.',
    errnos: [ERRNO.notFound],
    endpoint: CREATE_DEVICE_KEY,
    roles: ['admin_site'],
    orRoles: ['admin_branch'],
    jsonBody: true,
    takesLong: true,
    parameters: SubjectParameters,
    answer: DeviceKeyAnswer,
    async handle({ id }, context) {
      const { caller } = context;
      const device = sites.current().device(id);
      if (device === undefined) return refuse(ERRNO.notFound, 'id');
      const hidden = unseen({ ...context, sites }, 'devices', id) ?? beyondKey({ ...context, sites }, device);
      if (hidden !== null) return fail(hidden);
      return ok({ success: true, device_id: id, key: await auth.newDeviceKey(id, auditActor(caller)) });
    },
  });

const revokeDeviceKey = ({ auth, sites }: LoginServices) =>
  operation({
    name: 'revoke_device_key',
    area: 'access',
    summary: 'Revokes the key of a device.',
    errnos: [ERRNO.notFound],
    endpoint: REVOKE_DEVICE_KEY,
    roles: ['admin_site'],
    orRoles: ['admin_branch'],
    jsonBody: true,
    takesLong: true,
    parameters: SubjectParameters,
    answer: DoneAnswer,
    async handle({ id }, context) {
      const { caller } = context;
      if (sites.current().device(id) === undefined) return refuse(ERRNO.notFound, 'id');
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      await auth.revokeDevice(id, auditActor(caller));
      return ok({ success: true });
    },
  });

export const loginOperations = (services: LoginServices): readonly Operation[] => [
  login(services),
  changePassword(services),
  revokeUser(services),
  createDeviceKey(services),
  revokeDeviceKey(services),
];
