/**
 * Remote actions that staff may request.
 *
 * Supported actions, recent requests and their results.
 */
import { useEffect, useState } from 'preact/hooks';
import {
  ASK_DEVICE,
  LIST_DEVICE_ACTIONS,
  READ_DEVICE_ACTION,
} from '../../../main/devices/contract/action-endpoints.ts';
import type { DeviceAction } from '../../../main/devices/contract/device-actions.ts';
import type { DeviceActionAnswer, DeviceActionsAnswer } from '../../../main/devices/contract/rest/device-actions.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { useAdmin } from '../model/admin.ts';

export interface ActionRequest {
  readonly action: DeviceAction;
  readonly ticket?: string;
  readonly message?: Readonly<Record<string, string>>;
}

export interface RemoteActions {
  /** Null until loaded. */
  readonly known: DeviceActionsAnswer | null;
  readonly failure: RestFailure | null;
  readonly busy: boolean;
  /** Resolves to true if the server accepted the request. */
  ask(wish: ActionRequest): Promise<boolean>;
  /** Screenshot or log of an action; null if it is unavailable. */
  look(actionId: string): Promise<DeviceActionAnswer | null>;
}

/** Polling interval while an action is pending. */
const LOOK_AGAIN_MS = 1_000;
const UNDER_WAY: readonly string[] = ['asked', 'taken'];

/** @param can supported actions as the device reports them; a change reloads the list */
export function useRemoteActions(deviceId: string, can: string): RemoteActions {
  const { session } = useAdmin();
  const [known, setKnown] = useState<DeviceActionsAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [busy, setBusy] = useState(false);
  /** Incremented by each answer, which schedules the next poll. */
  const [looks, setLooks] = useState(0);

  const read = async (): Promise<void> => {
    const answer = await session.rest.call(LIST_DEVICE_ACTIONS, { id: deviceId });
    if (answer.ok) setKnown(answer.value);
    setFailure(answer.ok ? null : answer.error);
    setLooks((count) => count + 1);
  };
  useEffect(() => {
    void read();
  }, [deviceId, can]);
  useEffect(() => {
    if (!known?.actions.some(({ state }) => UNDER_WAY.includes(state))) return;
    const timer = window.setTimeout(() => void read(), LOOK_AGAIN_MS);
    return () => window.clearTimeout(timer);
  }, [known, looks]);

  return {
    known,
    failure,
    busy,
    async ask(wish) {
      setBusy(true);
      const answer = await session.rest.call(ASK_DEVICE, { id: deviceId, ...wish });
      if (answer.ok) await read();
      else setFailure(answer.error);
      setBusy(false);
      return answer.ok;
    },
    async look(actionId) {
      const answer = await session.rest.call(READ_DEVICE_ACTION, { id: deviceId, action_id: actionId });
      setFailure(answer.ok ? null : answer.error);
      return answer.ok ? answer.value : null;
    },
  };
}
