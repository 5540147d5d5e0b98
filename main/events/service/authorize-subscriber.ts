/**
 * Authorisation of event subscribers, with their audience.
 *
 * Asked before the connection is opened, and again and again after that.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Audience, audienceOf } from '../../access/service/audience.ts';
import type { Auth } from '../../access/service/auth.ts';
import type { Caller } from '../../access/service/caller.ts';
import { ALL_DEVICES } from '../../access/service/device-kinds.ts';
import { siteFor } from '../../access/service/scoped-site.ts';
import { ERRNO } from '../../lib/errno.ts';
import { isForwarded } from '../../lib/forwarded-headers.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import { EVENTS_KEY_PREFIX } from '../contract/events-line.ts';

/** What a client asks for, as far as it can be read. */
export interface ListenRequest {
  /** As the header has it: `Bearer …`. Kept as long as the connection, because keys end. */
  readonly authorization: string | undefined;
  /** A proxy said that it speaks for somebody elsewhere. */
  readonly forwarded: boolean;
  readonly locationId: string;
  readonly since: number | null;
  readonly publicOnly: boolean;
  /** Who says that it is this device, where no keys are asked for. */
  readonly deviceId: string;
}

export interface Listener {
  readonly audience: Audience;
  /** The device at the other end; empty for a person. */
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

/** Null for what is no text. */
function textOf(query: RawParameters, name: string): string | null {
  const value = Object.hasOwn(query, name) ? query[name] : '';
  return typeof value === 'string' ? value : null;
}

/** A browser's WebSocket can send no header of its own: the key comes as a subprotocol, never in the address. */
function keyOffered(protocols: string): string | undefined {
  const offered = protocols.split(',').map((protocol) => protocol.trim());
  const key = offered.find((protocol) => protocol.startsWith(EVENTS_KEY_PREFIX))?.slice(EVENTS_KEY_PREFIX.length);
  if (key === undefined) return undefined;
  // What could be no key at all is refused as one, not overlooked.
  return `Bearer ${PROTOCOL_KEY.test(key) ? key : ''}`;
}

/** 101 to 104 about the key, 119 for a device that is switched off, 6 or 105 about the location. */
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

/** Without keys, a page may say which device it is; then it is told no more than that device. */
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
