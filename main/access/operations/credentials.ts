/** Credentials as a store keeps them. */

/** Lifetime of a login token. The store keeps a signed-out token for the same time. */
export const LOGIN_TOKEN_SECONDS = 7 * 24 * 3600;

/** Credentials changed since a revision, or all of them (`whole`). Only signed-out tokens are ever deleted. */
export interface CredentialNews {
  readonly revision: number;
  readonly whole: boolean;
  readonly credentials: readonly Credential[];
}

/** Credential of a user, device, report client, webhook or mail server; tokens of a user's password reset. */
export interface Credential {
  /**
   * `panel`: the PIN of a kiosk's operator panel. `ended_key`: a signed-out login token; `id` is the token's id.
   * `reset`: the mailed tokens of a user.
   */
  readonly kind: 'user' | 'device' | 'panel' | 'webhook' | 'report_key' | 'ended_key' | 'mail' | 'reset';
  readonly id: string;
  /**
   * Hash of a password, PIN, device key or report API key; or the plain secret of a webhook or mail server. Empty:
   * none. For a signed-out token: its expiry in epoch seconds. For a password reset: see `reset-tokens.ts`.
   */
  readonly secret: string;
  /** Increases with every change; tokens of an earlier generation are revoked. */
  readonly generation: number;
  /** One-time password: the login must set a new one. */
  readonly mustChange: boolean;
}

/** Change to the next generation of a credential; without `secret` the present secret stays. */
export interface CredentialChange {
  readonly kind: Credential['kind'];
  readonly id: string;
  readonly secret?: string;
  readonly mustChange?: boolean;
}
