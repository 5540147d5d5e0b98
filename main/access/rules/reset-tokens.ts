/** Mailed tokens of a user's password reset, as stored: hashes with their expiry. */

/** Lifetime of a mailed token. */
export const RESET_TOKEN_MS = 30 * 60_000;

/** Between the clocks of two servers. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Maximum valid tokens of a user. Further requests send no mail: then the mailbox already has as many valid links, so
 * a stranger can neither flood it nor withhold a link from its owner.
 */
export const MAX_RESET_TOKENS = 3;

/** Valid only while the user's credential has this generation: a new password or a sign-out everywhere ends them. */
export interface ResetTokens {
  readonly generation: number;
  readonly tokens: readonly ResetToken[];
}

export interface ResetToken {
  /** SHA-256 of the token. */
  readonly hash: string;
  /** Expiry in epoch milliseconds. */
  readonly until: number;
}

/** Text of the credential: the generation, then `hash:until` of each token. */
export function writeResetTokens({ generation, tokens }: ResetTokens): string {
  return [generation, ...tokens.map(({ hash, until }) => `${hash}:${until}`)].join(' ');
}

export function readResetTokens(text: string): ResetTokens {
  const [generation = '', ...rest] = text.split(' ');
  const tokens = rest.map((token) => {
    const [hash = '', until = ''] = token.split(':');
    return { hash, until: Number(until) };
  });
  return { generation: Number(generation), tokens };
}

/** The tokens that are valid at an instant, for a user of this generation. */
export function validResetTokens(text: string, generation: number, now: number): readonly ResetToken[] {
  const kept = readResetTokens(text);
  if (text === '' || kept.generation !== generation) return [];
  // A clock that was set back must not lengthen a token.
  return kept.tokens.filter(({ until }) => now < until && until - now <= RESET_TOKEN_MS + MAX_CLOCK_SKEW_MS);
}
