import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Auth } from './auth.ts';

const MUST_CHANGE: Refusal = {
  errno: ERRNO.loginRefused,
  error: 'password must be changed',
  parameter: 'new_password',
};

/** Logs in: the user with a key, or why not. */
export async function logIn(
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
