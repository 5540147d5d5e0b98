/**
 * Connections of remote kiosks.
 *
 * A status report over a connection has the same effect as one by request. Thousands of idle connections cost little.
 */
import type { Socket } from 'node:net';
import { Ajv } from 'ajv';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { WebSocket } from 'ws';
import type { Auth } from '../../../access/service/auth.ts';
import { KIOSK_DEVICES } from '../../../access/service/device-kinds.ts';
import { siteFor } from '../../../access/service/scoped-site.ts';
import { EVENTS_CLOSE } from '../../../events/contract/events-line.ts';
import { compiledLate, QUICK_TO_COMPILE } from '../../../lib/ajv-options.ts';
import type { Clock, ClockAndLog } from '../../../lib/context.ts';
import { isForwarded } from '../../../lib/forwarded-headers.ts';
import type { Refusal } from '../../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../../lib/result.ts';
import type { LocationChanges } from '../../../queue/service/subscribe-location.ts';
import { textFrame } from '../../../rest/frame.ts';
import { ownKiosk } from '../../../rest/operation/own-device.ts';
import type { RawParameters } from '../../../rest/parameters/query.ts';
import { sendFailure } from '../../../rest/responses/send.ts';
import type { Site } from '../../../site/rules/site-model.ts';
import { deviceLocation } from '../../../site/service/device-location.ts';
import { isServiceOpen, serviceOpensAt } from '../../../site/service/service-hours.ts';
import type { SiteHolder } from '../../../site/service/site-holder.ts';
import { HEARTBEAT_SECONDS } from '../../contract/device-status.ts';
import {
  KIOSK_LINE_PATH,
  KIOSK_LINE_SILENCE_MS,
  type KioskLineMessage,
  type KioskReport,
  KioskReportSchema,
} from '../../contract/kiosk-protocol.ts';
import type { DeviceActions } from '../device-actions.ts';
import type { DevicePresence } from '../presence/device-presence.ts';
import { hearKiosk } from './handle-status.ts';
import type { PhoneHandoff } from './phone-handoff.ts';

/** A connection request. */
export interface KioskLineRequest {
  /** Header value: `Bearer …`. Kept for later checks, because keys can be revoked. */
  readonly authorization: string | undefined;
  /** The request came through a proxy. */
  readonly forwarded: boolean;
  readonly deviceId: string;
}

export interface KioskLines {
  /** Why this kiosk gets no connection, as for its requests: error 101 to 106, 119 or 6. Null when it is allowed. */
  refusal(asked: KioskLineRequest): Refusal | null;
  /** Takes over a connection that was just opened. */
  join(asked: KioskLineRequest, webSocket: WebSocket, socket: Socket): void;
  /** Closes all connections. */
  close(): void;
}

interface KioskLinesDeps extends ClockAndLog {
  readonly site: SiteHolder;
  readonly auth: Auth;
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  readonly takenAlong: PhoneHandoff;
  readonly changes: LocationChanges;
}

interface Line {
  readonly asked: KioskLineRequest;
  readonly locationId: string;
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly stops: readonly (() => void)[];
  heardAt: number;
  isAnswering: boolean;
}

const LOOK_EVERY_MS = 10_000;

/** A client that does not answer the close is terminated. */
const CLOSE_DEADLINE_MS = 1_000;

/** Limit of unsent bytes, above which a connection is terminated. */
const MAX_UNREAD_BYTES = 64 * 1024;

const frameOf = (message: KioskLineMessage): Buffer => textFrame(JSON.stringify(message));

const HEARD = frameOf({ type: 'heard', actions: [], next_in: HEARTBEAT_SECONDS, clock_off: 0 });

const CHANGED = frameOf({ type: 'changed' });

const ASKED = frameOf({ type: 'asked' });

/** Fills in missing fields, as for a request. */
const saysCheck = compiledLate<KioskReport>(
  new Ajv({ ...QUICK_TO_COMPILE, strict: true, useDefaults: true }),
  KioskReportSchema,
);

/**
 * Change notices of a location for its kiosks, at a limited rate. Sent when queues, site or opening state have changed.
 */
interface LocationSubscriptions {
  /** Calls back whenever kiosks at the location must read again; returns the unsubscribe function. */
  follow(locationId: string, onChange: () => void): () => void;
  /** Call at intervals: services open and close by time alone. */
  lookAtHours(): void;
  close(): void;
}

interface Hall {
  readonly listeners: Set<() => void>;
  readonly stop: () => void;
  cancel: (() => void) | null;
  /** Open services, and the opening times of the others. */
  hours: string;
}

/** Minimum interval: faster changes would not be readable. */
const PACE_MS = 300;

/** Opening hours start and end at full minutes. */
const MINUTE_MS = 60_000;

function openLocationSubscriptions(clock: Clock, site: () => Site, changes: LocationChanges): LocationSubscriptions {
  const halls = new Map<string, Hall>();
  let minute = 0;

  function hoursOf(locationId: string): string {
    const now = clock.now();
    const current = site();
    return current
      .servicesOf(locationId)
      .map((service) => (isServiceOpen(current, service, now) ? 'open' : serviceOpensAt(current, service, now)))
      .join();
  }

  function tellSoon(hall: Hall): void {
    hall.cancel ??= clock.after(PACE_MS, () => {
      hall.cancel = null;
      for (const listener of [...hall.listeners]) listener();
    });
  }

  function hallOf(locationId: string): Hall {
    const known = halls.get(locationId);
    if (known !== undefined) return known;
    const hall: Hall = {
      listeners: new Set(),
      stop: changes(locationId, () => tellSoon(hall)),
      cancel: null,
      hours: hoursOf(locationId),
    };
    halls.set(locationId, hall);
    return hall;
  }

  return {
    follow(locationId, onChange) {
      const hall = hallOf(locationId);
      hall.listeners.add(onChange);
      return () => {
        hall.listeners.delete(onChange);
        if (hall.listeners.size > 0 || halls.get(locationId) !== hall) return;
        halls.delete(locationId);
        hall.cancel?.();
        hall.stop();
      };
    },
    lookAtHours() {
      const now = Math.floor(clock.now() / MINUTE_MS);
      if (now === minute) return;
      minute = now;
      for (const [locationId, hall] of halls) {
        const hours = hoursOf(locationId);
        if (hours !== hall.hours) tellSoon(hall);
        hall.hours = hours;
      }
    },
    close() {
      for (const hall of halls.values()) {
        hall.cancel?.();
        hall.stop();
      }
      halls.clear();
    },
  };
}

export function createKioskLines(deps: KioskLinesDeps): KioskLines {
  const { site, auth, clock, log, presence, deviceActions, takenAlong, changes } = deps;
  const lines = new Set<Line>();
  const halls = openLocationSubscriptions(clock, () => site.current(), changes);
  let cancelLook: (() => void) | null = null;
  let isClosed = false;

  /** Location of the kiosk, if it is admitted; empty without one. */
  function admit({ authorization, forwarded, deviceId }: KioskLineRequest): Result<string, Refusal> {
    const whole = site.current();
    const keysAsked = auth.isOn(whole, forwarded);
    const admitted = auth.guard.admit(
      authorization,
      { devices: KIOSK_DEVICES, devicesOnly: true },
      whole,
      clock.now(),
      keysAsked,
    );
    if (!admitted.ok) return admitted;
    const caller = admitted.value;
    const own = ownKiosk(deviceId, { site: keysAsked ? siteFor(caller, whole) : whole, whole, caller, keysAsked });
    return own.ok ? ok(deviceLocation(whole, own.value)?.id ?? '') : own;
  }

  function forget(line: Line): void {
    if (!lines.delete(line)) return;
    for (const stop of line.stops) stop();
    if (lines.size > 0) return;
    cancelLook?.();
    cancelLook = null;
  }

  function end(line: Line, code: number, reason: string): void {
    forget(line);
    line.webSocket.close(code, reason);
    setTimeout(() => line.webSocket.terminate(), CLOSE_DEADLINE_MS).unref();
  }

  function cutOff(line: Line): void {
    log.info('kiosk-connection.closed', { device: line.asked.deviceId });
    forget(line);
    line.webSocket.terminate();
  }

  /**
   * Closes connections whose key was revoked, or whose device was disabled or moved. The kiosk then connects with its
   * new state.
   */
  function check(): void {
    for (const line of [...lines]) {
      const admitted = admit(line.asked);
      if (!admitted.ok) end(line, EVENTS_CLOSE.keyEnded, 'key is no longer valid');
      else if (admitted.value !== line.locationId) end(line, EVENTS_CLOSE.goingAway, 'location changed, connect again');
    }
  }

  function look(): void {
    cancelLook = null;
    check();
    for (const line of [...lines]) {
      if (clock.now() - line.heardAt >= KIOSK_LINE_SILENCE_MS) cutOff(line);
    }
    halls.lookAtHours();
    if (lines.size > 0 && !isClosed) cancelLook = clock.after(LOOK_EVERY_MS, look);
  }

  async function hear(line: Line, data: unknown): Promise<void> {
    if (!lines.has(line)) return;
    line.heardAt = clock.now();
    const says = read(data);
    if (says === null) return end(line, EVENTS_CLOSE.badMessage, 'invalid message');
    if (line.isAnswering) return end(line, EVENTS_CLOSE.badMessage, 'previous message not yet answered');
    line.isAnswering = true;
    const answer = await hearKiosk(line.asked.deviceId, says.status, { presence, deviceActions, now: clock.now() });
    line.isAnswering = false;
    const isUsual = answer.actions.length === 0 && answer.clock_off === 0;
    tell(line, isUsual ? HEARD : frameOf({ type: 'heard', ...answer }));
  }

  /** A single write of prepared bytes costs half of `send`. Nothing else writes to this socket. */
  function tell(line: Line, frame: Buffer): void {
    const { webSocket, socket } = line;
    if (webSocket.readyState !== webSocket.OPEN || !lines.has(line)) return;
    if (socket.writableLength > MAX_UNREAD_BYTES) cutOff(line);
    else socket.write(frame);
  }

  const stops = [site.onChange(check), site.credentials.onReload(check)];

  return {
    refusal(asked) {
      const admitted = admit(asked);
      return admitted.ok ? null : admitted.error;
    },
    join(asked, webSocket, socket) {
      const admitted = admit(asked);
      if (isClosed) return webSocket.close(EVENTS_CLOSE.goingAway, 'server is stopping');
      if (!admitted.ok) return webSocket.close(EVENTS_CLOSE.keyEnded, 'key is no longer valid');
      const line: Line = {
        asked,
        locationId: admitted.value,
        webSocket,
        socket,
        stops: [
          halls.follow(admitted.value, () => tell(line, CHANGED)),
          deviceActions.listen(asked.deviceId, () => tell(line, ASKED)),
          takenAlong.listen(asked.deviceId, (ticket) => tell(line, frameOf({ type: 'taken', ticket }))),
        ],
        heardAt: clock.now(),
        isAnswering: false,
      };
      lines.add(line);
      webSocket.on('message', (data) => void hear(line, data));
      webSocket.on('error', () => webSocket.terminate());
      webSocket.on('close', () => forget(line));
      cancelLook ??= clock.after(LOOK_EVERY_MS, look);
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      for (const line of [...lines]) end(line, EVENTS_CLOSE.goingAway, 'server is stopping');
      halls.close();
    },
  };
}

function read(data: unknown): KioskReport | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return saysCheck()(message) ? (message as KioskReport) : null;
  } catch {
    return null;
  }
}

/** WebSocket route of kiosk connections. All checks run before the upgrade, so that errors are ordinary responses. */
export function addKioskLineRoute(app: FastifyInstance, lines: KioskLines): void {
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const asked = askedBy(request);
    const refusal =
      asked.deviceId === '' ? { errno: ERRNO.invalidParameters, parameter: 'device' } : lines.refusal(asked);
    return refusal === null ? undefined : sendFailure(request, reply, refusal, 'json', false);
  };
  app.get(KIOSK_LINE_PATH, { websocket: true, config: { operation: 'kiosk_line' }, onRequest }, (webSocket, request) =>
    lines.join(askedBy(request), webSocket, request.raw.socket),
  );
}

function askedBy({ query, headers }: FastifyRequest): KioskLineRequest {
  const { device } = query as RawParameters;
  return {
    authorization: headers.authorization,
    forwarded: isForwarded(headers),
    deviceId: typeof device === 'string' ? device : '',
  };
}
