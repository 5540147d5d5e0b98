/**
 * Client for staff calls from the kiosk.
 *
 * It sends a call, follows its state, and removes ended ones.
 */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { KioskEvent, KioskModel } from '../machine/model.ts';

export interface StaffCallClient {
  /** Resolves when the call was sent, or has failed. */
  call(): Promise<void>;
  heard(answer: KioskAnswer): void;
  /** Call this after each change of the model. */
  look(): void;
  close(): void;
}

interface StaffDeskOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
}

export function createStaffCallClient({
  client,
  deviceId,
  clock,
  log,
  model,
  dispatch,
}: StaffDeskOptions): StaffCallClient {
  let armed: { readonly until: number; readonly cancel: () => void } | null = null;

  function disarm(): void {
    armed?.cancel();
    armed = null;
  }

  return {
    async call() {
      const answer = await client.callStaff(deviceId);
      log.info('kiosk.staff-called', { device: deviceId, outcome: answer.ok ? 'told' : answer.error.kind });
      dispatch(answer.ok ? { kind: 'staffHeard', call: answer.value.staff_call } : { kind: 'staffAway' });
    },
    heard({ staff_call: call }) {
      if (call !== undefined) dispatch({ kind: 'staffHeard', call });
    },
    look() {
      const until = model().staff?.until ?? null;
      if (until === (armed?.until ?? null)) return;
      disarm();
      if (until === null) return;
      const cancel = clock.after(Math.max(0, until - clock.now()), () => {
        armed = null;
        dispatch({ kind: 'staffTimeUp' });
      });
      armed = { until, cancel };
    },
    close: disarm,
  };
}
