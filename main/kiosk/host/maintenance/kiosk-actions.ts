/** Remote actions of a kiosk, and their current availability. */

import {
  type ActionEnd,
  type DeviceAction,
  MAX_LOG_LETTERS,
  MAX_PICTURE_LETTERS,
} from '../../../devices/contract/device-actions.ts';
import type { Clock } from '../../../lib/context.ts';
import { isUnproved } from '../../../printing/contract/printing.ts';
import type { KioskModel } from '../../machine/model.ts';
import { type DoAction, ended, UNKEPT } from './action-runner.ts';
import type { HostCapabilities } from './host-capabilities.ts';
import { type KioskMaintenance, printWordOf } from './kiosk-maintenance.ts';
import type { KioskPages } from './kiosk-pages.ts';

interface KioskActionsOptions {
  readonly care: KioskMaintenance;
  readonly pages: KioskPages;
  readonly powers: HostCapabilities;
  readonly model: () => KioskModel;
  /** Whether staff work at the kiosk. */
  readonly isAttended?: () => boolean;
  readonly clock: Clock;
}

export interface KioskActions {
  readonly act: DoAction;
  /** Separated by spaces, as in a status report. */
  can(): string;
}

/** Maximum wait for the end of a visit, which is not interrupted. */
const PATIENCE_MS = 90_000;
const LOOK_AGAIN_MS = 250;
/** Time without a visitor before a screenshot, because the page lags behind the state. */
const QUIET_MS = 1_000;
/** Timeout for the end of the program. */
const END_MS = 60_000;
/** Three bytes are four Base64 characters. */
const MAX_PICTURE_BYTES = Math.floor((MAX_PICTURE_LETTERS / 4) * 3);

export function createKioskActions(options: KioskActionsOptions): KioskActions {
  const { care, pages, powers, model, clock } = options;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
  const isFree = (): boolean => {
    const { phase } = model();
    const isLeft = phase.name === 'idle' || (phase.name === 'problem' && phase.left === true);
    return isLeft && options.isAttended?.() !== true;
  };

  /** Waits until no visitor is present; false on timeout. */
  async function free(): Promise<boolean> {
    const end = clock.now() + PATIENCE_MS;
    while (!isFree()) {
      if (clock.now() >= end) return false;
      await pause(LOOK_AGAIN_MS);
    }
    return true;
  }

  /** Never shows a visitor's choices or input: no visitor was present before or during the screenshot. */
  async function screenshot(): Promise<ActionEnd> {
    const end = clock.now() + PATIENCE_MS;
    while (clock.now() < end) {
      if (!(await free())) break;
      const { visit } = model();
      await pause(QUIET_MS);
      if (!isFree() || model().visit !== visit) continue;
      const png = await pages.capture(MAX_PICTURE_BYTES);
      if (!isFree() || model().visit !== visit) continue;
      if (png === null) return ended('no-page');
      if (png === 'silent') return ended('page-silent');
      if (png === 'too-large' || png.length > MAX_PICTURE_BYTES) return ended('too-large');
      return ended('', { picture: Buffer.from(png).toString('base64') });
    }
    return ended('somebody-there');
  }

  /** Ends the program; the next run reports the result. */
  async function restart(begin: () => Promise<boolean>, beforeEnd: () => Promise<void>): Promise<ActionEnd> {
    if (!(await free())) return ended('somebody-there');
    await beforeEnd();
    if (!(await begin())) return ended('not-allowed');
    await pause(END_MS);
    return ended('fault');
  }

  async function endProgram(): Promise<boolean> {
    powers.restartProgram?.();
    return true;
  }

  async function kept(done: ReturnType<KioskMaintenance['reopen']>): Promise<ActionEnd> {
    return (await done).ok ? ended() : { ...ended(), ...UNKEPT };
  }

  function lastHour(ofServer: boolean): ActionEnd {
    if (powers.lastHour === null || powers.isServer !== ofServer) return ended('not-allowed');
    return ended('', { text: powers.lastHour(MAX_LOG_LETTERS) });
  }

  const ACTS: Readonly<Record<DeviceAction, DoAction>> = {
    'test-print': async () => ended(printWordOf(await care.testPrint())),
    // For displays only.
    'test-call': async () => ended('not-allowed'),
    'confirm-printer': ({ asked_by = '' }) => kept(care.confirmPrinter('back-office', asked_by)),
    async reprint({ ticket }) {
      const outcome = await care.reprint(ticket);
      return ended(outcome === null ? 'ticket-unknown' : printWordOf(outcome));
    },
    shut: ({ message }) => kept(care.shut(message)),
    reopen: () => kept(care.reopen()),
    'restart-page': async () => ((await free()) ? ended(await pages.reload()) : ended('somebody-there')),
    'restart-program': async (_asked, beforeEnd) =>
      powers.restartProgram === null ? ended('not-allowed') : restart(endProgram, beforeEnd),
    'restart-machine': async (_asked, beforeEnd) =>
      restart(async () => (await powers.restartMachine?.()) === true, beforeEnd),
    screenshot,
    log: async () => lastHour(false),
    'server-log': async () => lastHour(true),
  };

  function can(): string {
    const prints = model().printer.kind !== 'none';
    const able: Readonly<Record<DeviceAction, boolean>> = {
      'test-print': prints,
      'test-call': false,
      'confirm-printer': isUnproved(model().printer),
      reprint: prints,
      shut: true,
      reopen: true,
      'restart-page': pages.can('reload'),
      'restart-program': powers.restartProgram !== null,
      'restart-machine': powers.restartMachine !== null,
      screenshot: pages.can('capture'),
      log: powers.lastHour !== null && !powers.isServer,
      'server-log': powers.lastHour !== null && powers.isServer,
    };
    return Object.entries(able)
      .flatMap(([action, is]) => (is ? [action] : []))
      .join(' ');
  }

  return { act: (asked, beforeEnd) => ACTS[asked.action](asked, beforeEnd), can };
}
