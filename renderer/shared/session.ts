/**
 * Session of the signed-in user.
 *
 * With required keys: the signed-in user, while the tab is open. Without: the chosen user.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { CHANGE_PASSWORD, END_SESSION, LOG_IN, READ_SESSION } from '../../main/access/contract/endpoints.ts';
import type { SessionUser } from '../../main/access/contract/rest/session.ts';
import { ERRNO } from '../../main/lib/errno.ts';
import type { Role } from '../../main/site/contract/roles.ts';
import { createRest, type Rest, type RestFailure } from './api-client.ts';
import { tabMemory } from './storage.ts';

export type SessionState =
  | { readonly name: 'starting' }
  /** The server cannot be reached; tried again by itself. */
  | { readonly name: 'away' }
  | { readonly name: 'signed-out'; readonly why: 'new' | 'ended' | 'left' }
  /** No key is needed, or the key is of the counter's own device: only say who you are. */
  | { readonly name: 'choosing'; readonly users: readonly SessionUser[] }
  | { readonly name: 'signed-in'; readonly user: SessionUser; readonly bound: boolean };

export type SignInOutcome = 'done' | 'must-change' | RestFailure;

export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  readonly user: ReadonlySignal<SessionUser | null>;
  /** The interface with this session's key. */
  readonly rest: Rest;
  key(): string | null;
  /** Whether that is the key of the device which this page is. */
  isDevice(): boolean;
  /** Whether the user may do what needs these roles; everything, where keys are not needed. */
  may(...roles: readonly Role[]): boolean;
  /** Grows when the key is another one, or still good after a doubt: lines that hold one are opened anew. */
  readonly renewed: ReadonlySignal<number>;
  /** `newPassword` for a password that is good for one login only. */
  signIn(userId: string, password: string, newPassword: string): Promise<SignInOutcome>;
  /** Sets the own password. All keys of the user end with it; this session goes on with the new one. */
  changePassword(password: string, newPassword: string): Promise<'done' | RestFailure>;
  choose(user: SessionUser): void;
  /** To somebody else, or to nobody. */
  signOut(): void;
  /** The key may not be good any more: so says the events channel, perhaps of the key before. The server is asked. */
  doubt(): void;
}

const RETRY_MS = 3_000;

export function createSession(language: () => string): Session {
  // A counter pad has a key of its own, in the part of its address that is never sent.
  const deviceKey = new URLSearchParams(window.location.hash.slice(1)).get('key');
  let key = tabMemory.read('key') ?? deviceKey;
  const state = signal<SessionState>({ name: 'starting' });
  const renewed = signal(0);
  /** While a new password is on its way, the key may end before the new one is here. */
  let changing: Promise<'done' | RestFailure> | null = null;
  /** The key before a new password of the same user, and that in its place. */
  let replaced: { readonly old: string; readonly by: string } | null = null;

  const ended = (): void => {
    if (state.value.name === 'signed-out') return;
    tabMemory.write('key', null);
    const why = state.value.name === 'signed-in' ? 'ended' : 'new';
    if (key !== null && key === deviceKey) key = null;
    else key = deviceKey;
    state.value = { name: 'signed-out', why };
  };
  const keyEnded = async (sent: string | null): Promise<boolean> => {
    if (sent === (key || null)) ended();
    return sent !== null && sent === replaced?.old && key === replaced.by;
  };
  const rest = createRest({
    key: () => key,
    language,
    async onKeyEnded(sent) {
      await changing;
      return keyEnded(sent);
    },
  });
  /** For the new password itself, which must not wait for itself. */
  const changer = createRest({ key: () => key, language, onKeyEnded: keyEnded });
  const signIn = createRest({ language });

  const load = async (): Promise<void> => {
    const answer = await rest.call(READ_SESSION, {});
    if (!answer.ok) {
      if (answer.error.kind === 'refused' && answer.error.errno < 109) {
        ended();
        return;
      }
      state.value = { name: 'away' };
      window.setTimeout(() => void load(), RETRY_MS);
      return;
    }
    const { user, users, authentication } = answer.value;
    if (user.id !== '') {
      state.value = { name: 'signed-in', user, bound: authentication };
      return;
    }
    const chosen = users.find(({ id }) => id === tabMemory.read('user'));
    state.value =
      chosen === undefined ? { name: 'choosing', users } : { name: 'signed-in', user: chosen, bound: false };
  };

  const doubt = async (): Promise<void> => {
    // With a new key lines are opened anew in any case.
    if ((await changing) === 'done') return;
    if ((await rest.call(READ_SESSION, {})).ok) renewed.value += 1;
  };

  void load();
  return {
    state,
    renewed,
    user: computed(() => (state.value.name === 'signed-in' ? state.value.user : null)),
    rest,
    key: () => key,
    isDevice: () => key !== null && key === deviceKey,
    may(...roles) {
      const now = state.value;
      return now.name === 'signed-in' && (!now.bound || roles.every((role) => now.user.roles.includes(role)));
    },
    async signIn(userId, password, newPassword) {
      const given = { user_id: userId, password, ...(newPassword === '' ? {} : { new_password: newPassword }) };
      const answer = await signIn.call(LOG_IN, given);
      if (!answer.ok) {
        const { error } = answer;
        const mustChange =
          error.kind === 'refused' && error.errno === ERRNO.loginRefused && error.parameter === 'new_password';
        return mustChange ? 'must-change' : error;
      }
      key = answer.value.authtoken;
      tabMemory.write('key', key);
      await load();
      return 'done';
    },
    async changePassword(password, newPassword) {
      const change = async (): Promise<'done' | RestFailure> => {
        const old = key ?? '';
        const given = { password, new_password: newPassword };
        const answer = await changer.call(CHANGE_PASSWORD, given);
        if (!answer.ok) return answer.error;
        key = answer.value.authtoken;
        replaced = { old, by: key };
        tabMemory.write('key', key);
        return 'done';
      };
      changing = change();
      const outcome = await changing;
      changing = null;
      if (outcome === 'done') renewed.value += 1;
      return outcome;
    },
    choose(user) {
      tabMemory.write('user', user.id);
      state.value = { name: 'signed-in', user, bound: false };
    },
    signOut() {
      // Whoever has a copy of the key is out too. Where the server is away, the key goes on to its own end.
      if (state.value.name === 'signed-in' && state.value.bound && key !== deviceKey) void rest.call(END_SESSION, {});
      // Nothing that was written here is for whoever sits down next.
      tabMemory.forget('');
      key = deviceKey;
      state.value = { name: 'signed-out', why: 'left' };
      if (deviceKey !== null) void load();
      else void loadOpen();
    },
    doubt: () => void doubt(),
  };

  /** Where no key is needed there is nothing to sign in to. */
  async function loadOpen(): Promise<void> {
    const answer = await createRest({ language }).call(READ_SESSION, {});
    if (answer.ok && state.value.name === 'signed-out') state.value = { name: 'choosing', users: answer.value.users };
  }
}
