/**
 * WebSocket route of kiosk connections, with checks before the upgrade.
 *
 * Whatever can be wrong is answered before the connection is opened.
 */
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ERRNO } from '../../../lib/errno.ts';
import { isForwarded } from '../../../lib/forwarded-headers.ts';
import type { RawParameters } from '../../../rest/parameters/query.ts';
import { sendFailure } from '../../../rest/responses/send.ts';
import { KIOSK_LINE_PATH } from '../../contract/kiosk-protocol.ts';
import type { KioskLineRequest, KioskLines } from './kiosk-lines.ts';

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
