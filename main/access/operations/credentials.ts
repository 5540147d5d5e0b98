/** Credentials as a store keeps them. */

/** Lifetime of a login token. The store keeps a signed-out one for as long. */
export const LOGIN_TOKEN_SECONDS = 7 * 24 * 3600;

/** Credentials that were changed since a revision, or (`whole`) all there are. None ever goes away but for ended keys. */
export interface CredentialNews {
  readonly revision: number;
  readonly whole: boolean;
  readonly credentials: readonly Credential[];
}

/** What proves that somebody is a user, a device or a reader of reports of the site, or that a webhook comes from it. */
export interface Credential {
  /** `panel`: the PIN of a kiosk's operator panel. `ended_key`: a user's key that was signed out; its id is the key's own. */
  readonly kind: 'user' | 'device' | 'panel' | 'webhook' | 'report_key' | 'ended_key' | 'mail';
  readonly id: string;
  /** The hash of a user's password, of a PIN, of a device's key or of a key for reports, or the secret of a webhook or of the mail server; empty when there is none. Of an ended key: when it would have ended by itself, in epoch seconds. */
  readonly secret: string;
  /** Grows with every change; keys of an earlier one are revoked. */
  readonly generation: number;
  /** The password is good for one login, which has to bring a new one. */
  readonly mustChange: boolean;
}

/** Makes the next generation of a credential; without `secret` the one that there is stays. */
export interface CredentialChange {
  readonly kind: Credential['kind'];
  readonly id: string;
  readonly secret?: string;
  readonly mustChange?: boolean;
}
