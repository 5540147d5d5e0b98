/**
 * Protocol between a remote kiosk and its server, `/restapi/v2/events/kiosk`.
 *
 * The line that a kiosk elsewhere keeps to its server, `/restapi/v2/events/kiosk?device=<id>`. Over it the kiosk says
 * how it is, and the server answers; and the server says when something changed, so that the kiosk need not ask. What
 * changed the kiosk reads by ordinary requests. One JSON text per WebSocket message.
 */
import Type, { type Static } from 'typebox';
import { AskedActionSchema } from './rest/device-actions.ts';
import { KioskSaidSchema } from './rest/kiosks.ts';

/** Below the address of events, so that a proxy that lets those through lets this through as well. */
export const KIOSK_LINE_PATH = '/restapi/v2/events/kiosk';

/** How it is. The next one is sent when the last has been answered, and not before. */
export const KioskSaysSchema = Type.Object({ type: Type.Literal('device.status'), status: KioskSaidSchema });

export const KioskLineMessageSchema = Type.Union(
  [
    /** The answer to what it said: what staff want it to do, the seconds until it is to say so again, if nothing changes, and how far its clock is ahead. */
    Type.Object({
      type: Type.Literal('heard'),
      actions: Type.Array(AskedActionSchema),
      next_in: Type.Integer(),
      clock_off: Type.Optional(Type.Integer()),
    }),
    /** Staff want something of it: it says how it is, and hears what. */
    Type.Object({ type: Type.Literal('asked') }),
    /** A phone has opened the page of the ticket that stands on its screen, as it said in `shown_ticket`. */
    Type.Object({ type: Type.Literal('taken'), ticket: Type.String() }),
    /** Its queues, what it offers or when it opens: it reads that anew. */
    Type.Object({ type: Type.Literal('changed') }),
  ],
  { title: 'KioskLineMessage' },
);

export type KioskSays = Static<typeof KioskSaysSchema>;
export type KioskLineMessage = Static<typeof KioskLineMessageSchema>;

/** A line over which nothing came from the kiosk for so long is ended. */
export const KIOSK_LINE_SILENCE_MS = 45_000;
