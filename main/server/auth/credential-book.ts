/** The credentials of the store, at hand for every request. */
import type { AuditActor, Credential, CredentialChange, Store } from '../../store/store.ts';

export interface CredentialBook {
  user(id: string): Credential | undefined;
  /** Id of the device that has a key with this hash. */
  deviceWith(keyHash: string): string | undefined;
  /** The credential of a key for reports, by its id or by its hash; never one that has ended. */
  reportKey(id: string): Credential | undefined;
  reportKeyWith(keyHash: string): Credential | undefined;
  /** Whether a user's key was signed out. */
  isEnded(keyId: string): boolean;
  /** What signs for a webhook; empty when it has none. */
  webhookSecret(id: string): string;
  /** @param by who makes the change, for the audit log; without it the program itself. */
  write(changes: readonly CredentialChange[], by?: AuditActor): Promise<void>;
  /** Calls back when they have been read anew. Returns how to stop. */
  onReload(listener: () => void): () => void;
  /** Reads them anew. Once it has settled, everything written before counts. */
  reload(): Promise<void>;
}

export async function openCredentials(store: Store): Promise<CredentialBook> {
  let users: ReadonlyMap<string, Credential> = new Map();
  let devices: ReadonlyMap<string, string> = new Map();
  let reportKeys: readonly Credential[] = [];
  let webhooks: ReadonlyMap<string, string> = new Map();
  let ended: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  let asked = 0;
  let adopted = 0;

  async function reload(): Promise<void> {
    asked += 1;
    const turn = asked;
    const all = await store.readCredentials();
    // Of two readings, the one that was asked for later is the newer.
    if (turn < adopted) return;
    adopted = turn;
    users = new Map(all.filter(({ kind }) => kind === 'user').map((one) => [one.id, one]));
    devices = new Map(
      all.filter(({ kind, secret }) => kind === 'device' && secret !== '').map(({ secret, id }) => [secret, id]),
    );
    reportKeys = all.filter(({ kind, secret }) => kind === 'report_key' && secret !== '');
    webhooks = new Map(all.filter(({ kind }) => kind === 'webhook').map(({ id, secret }) => [id, secret]));
    ended = new Set(all.filter(({ kind }) => kind === 'ended_key').map(({ id }) => id));
    for (const listener of listeners) listener();
  }

  await reload();
  return {
    user: (id) => users.get(id),
    deviceWith: (keyHash) => devices.get(keyHash),
    reportKey: (id) => reportKeys.find((one) => one.id === id),
    reportKeyWith: (keyHash) => reportKeys.find(({ secret }) => secret === keyHash),
    isEnded: (keyId) => ended.has(keyId),
    webhookSecret: (id) => webhooks.get(id) ?? '',
    async write(credentials, by) {
      await store.writeSite({ put: [], remove: [], credentials, ...(by === undefined ? {} : { by }) });
      await reload();
    },
    onReload(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reload,
  };
}
