/**
 * Authorisation of event subscribers, with their audience.
 *
 * Checked before the connection opens, and at intervals afterwards.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Audience, audienceOf } from '../../access/service/audience.ts';
import type { Auth } from '../../access/service/auth.ts';
import type { Caller } from '../../access/service/caller.ts';
import { ALL_DEVICES } from '../../access/service/device-kinds.ts';
import { siteFor } from '../../access/service/scoped-site.ts';
import { isForwarded } from '../../lib/forwarded-headers.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import { EVENTS_KEY_PREFIX } from '../contract/events-line.ts';

/** Parsed request of a client. */
export interface ListenRequest {
  /** Header value: `Bearer …`. Kept for later checks, because keys can be revoked. */
  readonly authorization: string | undefined;
  /** The request came through a proxy. */
  readonly forwarded: boolean;
  readonly locationId: string;
  readonly since: number | null;
  readonly publicOnly: boolean;
  /** The device that the client claims to be, while authentication is off. */
  readonly deviceId: string;
}

export interface Listener {
  readonly audience: Audience;
  /** Device of the client; empty for a person. */
  readonly deviceId: string;
}

const SEQUENCE = /^[0-9]{1,16}$/;
const PROTOCOL_KEY = /^[\w.~+-]+$/;

export function readListenRequest(query: RawParameters, headers: IncomingHttpHeaders): Result<ListenRequest, Refusal> {
  const location = textOf(query, 'location');
  const since = textOf(query, 'since');
  const view = textOf(query, 'view');
  const device = textOf(query, 'device');
  const wrong = (parameter: string) => fail({ errno: ERRNO.invalidParameters, parameter });
  if (location === null || location === '') return wrong('location');
  if (since === null || (since !== '' && !SEQUENCE.test(since))) return wrong('since');
  if (view !== '' && view !== 'public') return wrong('view');
  if (device === null) return wrong('device');
  return ok({
    forwarded: isForwarded(headers),
    authorization: headers.authorization ?? keyOffered(headers['sec-websocket-protocol'] ?? ''),
    locationId: location,
    since: since === '' ? null : Number(since),
    publicOnly: view === 'public',
    deviceId: device,
  });
}

/** Null for a value that is not a text. */
function textOf(query: RawParameters, name: string): string | null {
  const value = Object.hasOwn(query, name) ? query[name] : '';
  return typeof value === 'string' ? value : null;
}

/** Browsers cannot set headers on a WebSocket: the key comes as a subprotocol, never in the URL. */
function keyOffered(protocols: string): string | undefined {
  const offered = protocols.split(',').map((protocol) => protocol.trim());
  const key = offered.find((protocol) => protocol.startsWith(EVENTS_KEY_PREFIX))?.slice(EVENTS_KEY_PREFIX.length);
  if (key === undefined) return undefined;
  // A malformed key is refused, not ignored.
  return `Bearer ${PROTOCOL_KEY.test(key) ? key : ''}`;
}

/** Error 101 to 104 for the key, 119 for a disabled device, 6 or 105 for the location. */
export function admitListener(asked: ListenRequest, auth: Auth, whole: Site, now: number): Result<Listener, Refusal> {
  const authOn = auth.isOn(whole, asked.forwarded);
  const admitted = auth.guard.admit(asked.authorization, { devices: ALL_DEVICES }, whole, now, authOn);
  if (!admitted.ok) return admitted;
  const seen = authOn ? siteFor(admitted.value, whole) : whole;
  if (seen.location(asked.locationId) === undefined) {
    const isHidden = whole.location(asked.locationId) !== undefined;
    return isHidden ? refuse(ERRNO.outsideLocations, 'location') : refuse(ERRNO.notFound, 'location');
  }
  const caller = asDevice(admitted.value, asked, whole);
  if (!caller.ok) return caller;
  return ok({
    audience: audienceOf(caller.value, { publicOnly: asked.publicOnly, authOn }),
    deviceId: caller.value.kind === 'device' ? caller.value.device.id : '',
  });
}

/** Without authentication a page can claim a device; it then gets only that device's view. */
function asDevice(caller: Caller, { deviceId, locationId }: ListenRequest, site: Site): Result<Caller, Refusal> {
  if (caller.kind !== 'anyone' || deviceId === '') return ok(caller);
  const device = site.device(deviceId);
  if (device === undefined || deviceLocation(site, device)?.id !== locationId) {
    return fail({ errno: ERRNO.notFound, parameter: 'device' });
  }
  return device.state === 1
    ? ok({ kind: 'device', device, inside: false })
    : fail({ errno: ERRNO.deviceUnavailable, parameter: 'device' });
}
