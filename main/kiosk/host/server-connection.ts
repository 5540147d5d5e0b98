/**
 * Connection state of a kiosk and its server.
 *
 * Handles configuration and wait times, the start of an outage and offline mode, and the sync afterwards.
 */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { OutOfServiceReason } from '../contract/kiosk.ts';
import type { KioskEvent, KioskModel } from '../machine/model.ts';
import type { TicketLedger } from './intent-log/ticket-ledger.ts';
import type { OfflineMode } from './offline/offline-mode.ts';
import { readKiosk } from './parse-kiosk-config.ts';
import type { Equipment } from './peripherals.ts';
import { watchServer } from './server-poller.ts';

export interface ServerLink {
  /** Start of the outage: epoch milliseconds. */
  aloneSince(): number | null;
  /** Updates the state in offline mode. */
  goOnAlone(): void;
  /** Withdraws tickets without a holder first, so that no visitor is in the queue twice. */
  settle(): Promise<void>;
  /** Resolves after the first request to the server. */
  readonly started: Promise<void>;
  close(): void;
}

interface ServerLinkOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly lang: string | null;
  readonly ledger: TicketLedger;
  /** Null for a kiosk without offline mode. */
  readonly alone: OfflineMode | null;
  readonly equipment: Equipment;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
  readonly report: () => void;
  /** Called with the present configuration or, during an outage, the last known one. */
  readonly heard: (answer: KioskAnswer) => void;
}

export function openServerLink(options: ServerLinkOptions): ServerLink {
  const { client, deviceId, lang, ledger, alone, equipment, clock, log, model, dispatch, report, heard } = options;
  let aloneSince: number | null = null;
  /** Counts responses of the server. */
  let answers = 0;
  /** True until numbers are leased again: the server's database was possibly restored. */
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
    if (model().link.kind !== 'alone') log.warn('server.unreachable', { device: deviceId, reason: 'offline mode' });
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
