/**
 * REST operations for pairing by a code on the screen (extension).
 *
 * The first two need no key, because the screen has none yet.
 */

import type { Auth } from '../../access/service/auth.ts';
import { auditActor } from '../../access/service/caller.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import type { Log } from '../../lib/context.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { beyondKey, ofBranch, unseen } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { DEVICE_TYPE, type Device } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { BEGIN_PAIRING, COLLECT_PAIRING, PAIR_DEVICE } from '../contract/pairing-endpoints.ts';
import {
  CollectAnswer,
  CollectParameters,
  PAIRING_SECRET,
  PairDeviceAnswer,
  PairDeviceParameters,
  type PairedPage,
  PairingAnswer,
  PairingParameters,
} from '../contract/rest/pairing.ts';
import type { Pairings, PairingTarget } from '../service/pairings.ts';

/** Pages by device type; other types have no page. */
const PAGES: ReadonlyMap<number, PairedPage> = new Map<number, PairedPage>([
  [DEVICE_TYPE.kiosk, 'kiosk'],
  [DEVICE_TYPE.concierge, 'kiosk'],
  [DEVICE_TYPE.extender, 'kiosk'],
  [DEVICE_TYPE.display, 'display'],
  [DEVICE_TYPE.qmPad, 'counter'],
]);

const NO_PAGE = codedRefusal('screen_has_no_page', { parameter: 'id' });

/** A kiosk program cannot become a display, and one started for a device cannot become another. */
function cannotBecome({ page, deviceId }: PairingTarget, device: Device): Refusal | null {
  if (deviceId !== undefined && deviceId !== device.id) {
    return codedRefusal('screen_of_other_device', { parameter: 'code', values: { device: deviceId } });
  }
  if (page === undefined || page === PAGES.get(device.type)) return null;
  return codedRefusal('screen_of_other_type', { parameter: 'code', values: { page } });
}

interface PairingServices {
  readonly auth: Auth;
  readonly guesses: GuessLimits;
  readonly log: Log;
  readonly pairings: Pairings;
  readonly sites: SiteHolder;
}

const beginPairing = ({ pairings }: PairingServices) =>
  operation({
    name: 'begin_pairing',
    area: 'access',
    summary:
      'Requests a code for a new screen. It sends its own secret of 43 characters (256 random bits in base64url); the same secret gets the same code for ten minutes. A program that supports only one page or device sends `page` or `device_id`.',
    errnos: [ERRNO.tooMany],
    endpoint: BEGIN_PAIRING,
    withoutKey: true,
    parameters: PairingParameters,
    answer: PairingAnswer,
    async handle({ secret, page, device_id }, { address }) {
      if (!PAIRING_SECRET.test(secret)) return refuse(ERRNO.invalidParameters, 'secret');
      const begun = pairings.begin(secret, address, {
        ...(page === undefined || page === '' ? {} : { page }),
        ...(device_id === undefined || device_id === '' ? {} : { deviceId: device_id }),
      });
      if (!begun.ok) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: begun.error });
      const { code, until } = begun.value;
      return ok({ success: true, code, expires_at: new Date(until).toISOString() });
    },
  });

const collectPairing = ({ auth, guesses, log, pairings }: PairingServices) =>
  operation({
    name: 'collect_pairing',
    area: 'access',
    summary:
      'Whether an administrator has selected a device for the screen; then its key, once. An expired code is error 6: request another one.',
    errnos: [ERRNO.notFound, ERRNO.deviceUnavailable, ERRNO.tooMany],
    guess: 'pairing-secret',
    endpoint: COLLECT_PAIRING,
    withoutKey: true,
    parameters: CollectParameters,
    answer: CollectAnswer,
    async handle({ secret }, { caller, whole, address, now }) {
      const guess = guesses.begin('pairing-secret', { caller, address, now });
      if (!guess.ok) return guess;
      const pairing = pairings.of(secret);
      guess.value.end(pairing !== null);
      if (pairing === null) return refuse(ERRNO.notFound, 'secret');
      if (pairing.claim === null)
        return ok({ success: true, paired: false, device_id: '', page: '' as const, key: '' });
      const { deviceId, by } = pairing.claim;
      const device = whole.device(deviceId);
      const page = PAGES.get(device?.type ?? 0);
      // Ended first, so that of two concurrent requests only one gets the key.
      pairings.end(pairing);
      if (device === undefined || page === undefined) return refuse(ERRNO.deviceUnavailable);
      const key = await auth.newDeviceKey(device.id, by);
      log.info('device.paired', { device: device.id, by: by.id, address });
      return ok({ success: true, paired: true, device_id: device.id, page, key });
    },
  });

const pairDevice = ({ guesses, pairings, sites }: PairingServices) =>
  operation({
    name: 'pair_device',
    area: 'access',
    summary:
      'Pairs the screen with this code to the device. The screen fetches its key, and an earlier key of the device is revoked.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.deviceUnavailable, ERRNO.tooMany],
    guess: 'pairing-code',
    endpoint: PAIR_DEVICE,
    ...ofBranch,
    parameters: PairDeviceParameters,
    answer: PairDeviceAnswer,
    async handle({ id, code }, context) {
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      const { site, caller } = context;
      const device = site.device(id);
      if (device === undefined) return refuse(ERRNO.notFound, 'id');
      if (device.state !== 1) return refuse(ERRNO.deviceUnavailable, 'id');
      if (!PAGES.has(device.type)) return fail(NO_PAGE);
      const beyond = beyondKey({ ...context, sites }, device);
      if (beyond !== null) return fail(beyond);
      const guess = guesses.begin('pairing-code', context);
      if (!guess.ok) return guess;
      const shown = pairings.showing(code);
      guess.value.end(shown !== null);
      const mismatch = cannotBecome(shown?.wanted ?? {}, device);
      if (mismatch !== null) return fail(mismatch);
      const claimed = pairings.claim(code, { deviceId: device.id, by: auditActor(caller) });
      if (claimed === null) return refuse(ERRNO.notFound, 'code');
      return ok({ success: true, device_id: device.id, address: claimed.address });
    },
  });

export const pairingOperations = (services: PairingServices): readonly Operation[] => [
  beginPairing(services),
  collectPairing(services),
  pairDevice(services),
];
