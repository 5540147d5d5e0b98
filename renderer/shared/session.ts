/**
 * Session of the signed-in user.
 *
 * With required keys: the signed-in user, as long as the tab is open. Without: the chosen user.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { CHANGE_PASSWORD, END_SESSION, LOG_IN, READ_SESSION } from '../../main/access/contract/endpoints.ts';
import type { SessionUser } from '../../main/access/contract/rest/session.ts';
import { ERRNO } from '../../main/lib/result.ts';
import type { Role } from '../../main/site/contract/roles.ts';
import { createRest, type Rest, type RestFailure } from './api-client.ts';
import { tabMemory } from './storage.ts';

export type SessionState =
  | { readonly name: 'starting' }
  /** The server is unavailable; retried automatically. */
  | { readonly name: 'away' }
  | { readonly name: 'signed-out'; readonly why: 'new' | 'ended' | 'left' }
  /** No key is required, or the key belongs to the counter's device: the user only chooses their name. */
  | { readonly name: 'choosing'; readonly users: readonly SessionUser[] }
  | { readonly name: 'signed-in'; readonly user: SessionUser; readonly bound: boolean };

/** Whether the server requires no sign-in here. */
export const isOpen = (state: SessionState): boolean =>
  state.name === 'choosing' || (state.name === 'signed-in' && !state.bound);

export type SignInOutcome = 'done' | 'must-change' | RestFailure;

export interface Session {
  readonly state: ReadonlySignal<SessionState>;
  readonly user: ReadonlySignal<SessionUser | null>;
  /** REST client with this session's key. */
  readonly rest: Rest;
  key(): string | null;
  /** Whether the key is that of this page's device. */
  isDevice(): boolean;
  /** Whether the user has any of these roles; always true if no keys are required. */
  may(...roles: readonly Role[]): boolean;
  /** Increases when the key changes or is confirmed: connections that use it reconnect. */
  readonly renewed: ReadonlySignal<number>;
  /** `newPassword` replaces a one-time password. */
  signIn(userId: string, password: string, newPassword: string): Promise<SignInOutcome>;
  /**
   * Signs in for a change after which the server requires sign-in: the session continues across it. The state changes
   * only once `change` resolves to true.
   */
  signInFor(userId: string, password: string, change: () => Promise<boolean>): Promise<SignInOutcome>;
  /** Changes the user's password, which revokes all of the user's keys; this session continues with a new one. */
  changePassword(password: string, newPassword: string): Promise<'done' | RestFailure>;
  choose(user: SessionUser): void;
  /** Signs out, to let another user sign in. */
  signOut(): void;
  /** Checks the key with the server, after the event stream reported it as invalid; that may concern an earlier key. */
  doubt(): void;
}

const RETRY_MS = 3_000;

/** @param asked parameters of the session's request */
export function createSession(language: () => string, asked: { readonly users?: boolean } = {}): Session {
  // A counter device has its key in the URL fragment, which is never sent.
  const deviceKey = new URLSearchParams(window.location.hash.slice(1)).get('key');
  let key = tabMemory.read('key') ?? deviceKey;
  const state = signal<SessionState>({ name: 'starting' });
  const renewed = signal(0);
  /** During a change of the password, the key may expire before the new one arrives. */
  let changing: Promise<'done' | RestFailure> | null = null;
  /** The key before a change of the password, and its replacement. */
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
  /** Client for the password change itself, which must not wait for itself. */
  const changer = createRest({ key: () => key, language, onKeyEnded: keyEnded });
  const signIn = createRest({ language });

  const load = async (): Promise<void> => {
    const answer = await rest.call(READ_SESSION, asked);
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
      chosen === undefined
        ? { name: 'choosing', users: answer.value.users }
        : { name: 'signed-in', user: chosen, bound: false };
  };

  const doubt = async (): Promise<void> => {
    // A new key reconnects anyway.
    if ((await changing) === 'done') return;
    if ((await rest.call(READ_SESSION, {})).ok) renewed.value += 1;
  };

  const enter = async (token: string): Promise<'done'> => {
    key = token;
    tabMemory.write('key', key);
    await load();
    return 'done';
  };
  /** Logs in, and continues with the token. */
  const logIn = async (
    userId: string,
    password: string,
    newPassword: string,
    then: (token: string) => Promise<SignInOutcome>,
  ): Promise<SignInOutcome> => {
    const given = { user_id: userId, password, ...(newPassword === '' ? {} : { new_password: newPassword }) };
    const answer = await signIn.call(LOG_IN, given);
    if (answer.ok) return then(answer.value.authtoken);
    const { error } = answer;
    const mustChange =
      error.kind === 'refused' && error.errno === ERRNO.loginRefused && error.parameter === 'new_password';
    return mustChange ? 'must-change' : error;
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
    signIn: (userId, password, newPassword) => logIn(userId, password, newPassword, enter),
    signInFor: (userId, password, change) =>
      logIn(userId, password, '', async (token) => {
        const before = key;
        // The requests of the change and all others have the key from now on, but the page still shows the same user.
        key = token;
        if (await change()) return enter(token);
        void rest.call(END_SESSION, {});
        key = before;
        return 'done';
      }),
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
      // Revokes the key for all copies. If the server is unavailable, it stays valid until it expires.
      if (state.value.name === 'signed-in' && state.value.bound && key !== deviceKey) void rest.call(END_SESSION, {});
      // The next user must not see this user's input.
      tabMemory.forget('');
      key = deviceKey;
      state.value = { name: 'signed-out', why: 'left' };
      if (deviceKey !== null) void load();
      else void loadOpen();
    },
    doubt: () => void doubt(),
  };

  /** Without required keys there is no sign-in. */
  async function loadOpen(): Promise<void> {
    const answer = await createRest({ language }).call(READ_SESSION, {});
    if (answer.ok && state.value.name === 'signed-out') state.value = { name: 'choosing', users: answer.value.users };
  }
}
