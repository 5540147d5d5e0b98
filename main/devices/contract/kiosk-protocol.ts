/**
 * Protocol between a remote kiosk and its server, `/restapi/v2/events/kiosk?device=<id>`.
 *
 * The kiosk sends its status, and the server responds. The server also pushes notices of changes, so that the kiosk
 * need not poll; the kiosk then reads them by ordinary requests. One JSON text per WebSocket message.
 */
import Type, { type Static } from 'typebox';
import { RequestedActionSchema } from './rest/device-actions.ts';
import { KioskStatusSchema } from './rest/kiosks.ts';

/** Below the address of events, so that one proxy rule covers both. */
export const KIOSK_LINE_PATH = '/restapi/v2/events/kiosk';

/** Status report. The next one is sent only after the response to the last. */
export const KioskReportSchema = Type.Object({ type: Type.Literal('device.status'), status: KioskStatusSchema });

export const KioskLineMessageSchema = Type.Union(
  [
    /**
     * Response to a status report: requested actions, seconds until the next heartbeat, and the kiosk's clock offset.
     */
    Type.Object({
      type: Type.Literal('heard'),
      actions: Type.Array(RequestedActionSchema),
      next_in: Type.Integer(),
      clock_off: Type.Optional(Type.Integer()),
    }),
    /** A remote action is waiting: the kiosk sends its status and gets the action in the response. */
    Type.Object({ type: Type.Literal('asked') }),
    /** A phone has opened the ticket on the kiosk's screen, as reported in `shown_ticket`. */
    Type.Object({ type: Type.Literal('taken'), ticket: Type.String() }),
    /** Queues, services or opening hours have changed: the kiosk reads them again. */
    Type.Object({ type: Type.Literal('changed') }),
  ],
  { title: 'KioskLineMessage' },
);

export type KioskReport = Static<typeof KioskReportSchema>;
export type KioskLineMessage = Static<typeof KioskLineMessageSchema>;

/** Timeout of a connection without messages from the kiosk. */
export const KIOSK_LINE_SILENCE_MS = 45_000;
