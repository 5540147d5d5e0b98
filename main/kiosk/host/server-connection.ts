/**
 * Connection state of a kiosk and its server.
 *
 * Configuration and waits; the begin of an outage, and offline mode; the return of the server, and the sync after it.
 */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { Clock, Log } from '../../lib/context.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { OutOfServiceReason } from '../contract/kiosk.ts';
import type { KioskEvent, KioskModel } from '../machine/model.ts';
import type { TicketLedger } from './intent-log/ticket-ledger.ts';
import type { OfflineMode } from './offline/offline-mode.ts';
import { readKiosk } from './parse-kiosk-config.ts';
import type { Equipment } from './peripherals.ts';
import { watchServer } from './server-poller.ts';

export interface ServerLink {
  /** Since when the server does not answer: epoch milliseconds. */
  aloneSince(): number | null;
  /** Shows how it stands while the kiosk is alone. */
  goOnAlone(): void;
  /** What nobody holds is taken back first: no visitor stands in the queue twice. */
  settle(): Promise<void>;
  /** Settles when the server was asked for the first time. */
  readonly started: Promise<void>;
  close(): void;
}

interface ServerLinkOptions {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly lang: string | null;
  readonly ledger: TicketLedger;
  /** Null for a kiosk that does not go on without its server. */
  readonly alone: OfflineMode | null;
  readonly equipment: Equipment;
  readonly clock: Clock;
  readonly log: Log;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
  readonly report: () => void;
  /** What the server says of this kiosk, now or, while it is away, said last. */
  readonly heard: (answer: KioskAnswer) => void;
}

export function openServerLink(options: ServerLinkOptions): ServerLink {
  const { client, deviceId, lang, ledger, alone, equipment, clock, log, model, dispatch, report, heard } = options;
  let aloneSince: number | null = null;
  /** Grows with each answer of the server. */
  let answers = 0;
  /** Until numbers were lent again: its database may have been restored meanwhile. */
  let wasAway = false;

  const watch = watchServer(client, options, {
    catalog(catalog, device, answer) {
      answers += 1;
      if (aloneSince !== null) log.info('server.recovered', { device: deviceId });
      aloneSince = null;
      alone?.heard(answer);
      heard(answer);
      equipment.adopt(catalog, device);
      dispatch({ kind: 'catalog', catalog });
      void settle();
    },
    queues(now) {
      alone?.counted(now);
      dispatch({ kind: 'queues', now });
    },
    away(reason, isOutage) {
      wasAway = true;
      if (alone === null || !isOutage) return linkDown(reason);
      const before = answers;
      void alone.opened.then(() => {
        if (answers === before) withoutServer(alone, reason);
      });
    },
  });

  function linkDown(reason: OutOfServiceReason): void {
    if (model().link.kind !== 'down') log.warn('server.unreachable', { device: deviceId, reason });
    dispatch({ kind: 'linkDown', reason });
  }

  function withoutServer(alone: OfflineMode, reason: OutOfServiceReason): void {
    aloneSince ??= clock.now();
    const known = alone.known();
    if (known !== null) heard(known.kiosk);
    if (known === null || !alone.canGive()) {
      linkDown(known === null ? 'never-connected' : reason);
      return;
    }
    if (model().link.kind !== 'alone') log.warn('server.unreachable', { device: deviceId, reason: 'goes on alone' });
    if (model().catalog === null) {
      const { catalog, equipment: device } = readKiosk(known.kiosk, lang);
      equipment.adopt(catalog, device);
      dispatch({ kind: 'queues', now: alone.queues() });
      dispatch({ kind: 'catalog', catalog, alone: true });
    }
    goOnAlone();
  }

  function goOnAlone(): void {
    if (alone === null) return;
    dispatch({ kind: 'queues', now: alone.queues() });
    dispatch({ kind: 'alone' });
    report();
  }

  async function settle(): Promise<void> {
    if (!(await ledger.settle())) return;
    const isBack = wasAway;
    wasAway = false;
    await alone?.settle(isBack);
  }

  return {
    aloneSince: () => aloneSince,
    goOnAlone,
    settle,
    started: watch.started,
    close: () => watch.close(),
  };
}
