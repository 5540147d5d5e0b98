/** Ours: how a new screen gets its key. It shows a code; an administrator says which device it becomes; the key goes to it alone. */
import Type, { type Static } from 'typebox';
import { described, omittable, requiredId, thingId } from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';

/** What a screen shows once it has its key. */
export type PairedPage = 'kiosk' | 'display' | 'counter';

/** 256 random bits that the screen has made itself and tells nobody else. */
export const PAIRING_SECRET = /^[A-Za-z0-9_-]{43}$/;
const secret = described(
  Type.String({ minLength: 1, maxLength: 43, pattern: PAIRING_SECRET.source, secret: true }),
  'Secret that the screen has made itself: 256 random bits in base64url. Send it in the body.',
);

export const CollectParameters = Type.Object({ secret });
/** What may be said of the screen, so that nobody makes something else of it. */
export const PairingParameters = Type.Object({
  secret,
  /** The only page that it can show. A browser can show each: says nothing. */
  page: Type.Optional(
    described(
      omittable(Type.Enum(['', 'kiosk', 'display', 'counter'], { default: '' })),
      'The only page that the screen can show. A browser can show each, and says nothing.',
    ),
  ),
  /** The only device that it can be. */
  device_id: Type.Optional(described(text, 'Id of the device.')),
});
export const PairingAnswer = Type.Object({
  success,
  /** To be shown, and typed in the back office. */
  code: text,
  /** ISO instant from which on it is none any more. */
  expires_at: text,
});

export const CollectAnswer = Type.Object({
  success,
  /** False while nobody has said which device it is. */
  paired: Type.Boolean(),
  device_id: text,
  /** Which page the device shows; empty while it is not paired. */
  page: Type.Enum(['', 'kiosk', 'display', 'counter']),
  /** Told this once. */
  key: text,
});

export const PairDeviceParameters = Type.Object({
  id: thingId,
  code: described(requiredId, 'Code that the screen shows.'),
});
export const PairDeviceAnswer = Type.Object({
  success,
  device_id: text,
  /** From where the screen that showed the code has asked. */
  address: text,
});
export type CollectAnswer = Static<typeof CollectAnswer>;
export type PairingAnswer = Static<typeof PairingAnswer>;
export type PairDeviceAnswer = Static<typeof PairDeviceAnswer>;
