/**
 * Operator panel of one kiosk: runs its machine, timeouts and effects.
 *
 * All actions are logged, without any person's name.
 */
import type { ClockAndLog } from '../../lib/context.ts';
import { matchLanguage } from '../../lib/language.ts';
import { STAFF_LANGUAGES } from '../../lib/languages.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import type { PrinterStatus, PrintOutcome } from '../../printing/contract/printing.ts';
import type { KioskState } from '../contract/kiosk.ts';
import type { PanelNetwork, PanelPrint, PanelScreen, PanelTicket, PanelTrouble } from '../contract/panel.ts';
import type { PanelCall } from '../contract/panel-calls.ts';
import { CardValue } from '../contract/reader.ts';
import { language } from '../machine/view.ts';
import { asksProof, isUnlocked, reducePanel } from './machine.ts';
import { PANEL_WARN_MS, type PanelEffect, type PanelEvent, type PanelModel, startPanel } from './model.ts';
import { openPinGate, type PinGateOptions } from './pin-gate.ts';

/** Effects of the panel. */
interface PanelDeeds {
  test(): Promise<PrintOutcome>;
  /** Reprints a recent ticket as a copy; null when it is no longer kept. */
  reprint(key: string): { readonly number: string; readonly printed: Promise<PrintOutcome> } | null;
  /** Staff confirmed the test page. */
  proved(): Promise<unknown>;
  setClosed(isClosed: boolean): Promise<unknown>;
  setVolume(step: number): Promise<unknown>;
  restart(what: 'page' | 'program'): Promise<void>;
  /** The guided paper change was completed. */
  paperChanged(): void;
}

export interface OperatorPanel {
  /** Runs a call of the page. @param lang of the screen: the panel opens in it */
  call(asked: PanelCall, lang: string): void;
  /** Whether visitors must wait, because staff work at the kiosk. */
  isOpen(): boolean;
  /** The state with the panel; excludes all visit data while it is open. */
  over(state: KioskState): KioskState;
  touched(): void;
  /** Doubles the timeout until the panel closes. */
  moreTime(): void;
  speak(lang: string): void;
  /** Sets the last received hash of the PIN; empty: none. */
  adopt(pinHash: string): void;
  printer(status: PrinterStatus): void;
  close(): Promise<void>;
}

/** Data of the host for the panel. */
interface PanelFacts {
  troubles(): readonly PanelTrouble[];
  tickets(): readonly PanelTicket[];
  network(): PanelNetwork;
  isClosed(): boolean;
  /** Step of the initial volume, and their number; null without speech. */
  sound(): { readonly step: number; readonly steps: number } | null;
  /** What can be restarted from the panel. */
  restarts(): { readonly page: boolean; readonly program: boolean };
}

/** Null while closed. */
function panelScreen(model: PanelModel, facts: PanelFacts, now: number): PanelScreen | null {
  const { phase, test, reprint } = model;
  switch (phase.name) {
    case 'shut':
      return null;
    case 'pin': {
      const waitMs = Math.max(0, phase.waitsUntil - now);
      return { name: 'pin', fault: waitMs > 0 ? 'wait' : phase.fault, waitMs, checking: phase.checking };
    }
    case 'home':
      return {
        name: 'home',
        troubles: facts.troubles(),
        hasPrinter: model.printer.kind !== 'none',
        test,
        asksProof: asksProof(model),
        isClosed: facts.isClosed(),
        hasSound: facts.sound() !== null,
      };
    case 'paper': {
      const { step, says, remark } = phase.guide;
      return { name: 'paper', step, says, remark, test };
    }
    case 'tickets':
      return {
        name: 'tickets',
        tickets: facts.tickets(),
        reprint: reprint === null ? null : { number: reprint.number, print: reprint.print },
      };
    case 'network':
      return { name: 'network', ...facts.network() };
    case 'sound':
      return { name: 'sound', ...(facts.sound() ?? { step: 0, steps: 0 }) };
    case 'restart':
      return { name: 'restart', ...facts.restarts() };
  }
}

export interface OperatorPanelOptions extends Pick<PinGateOptions, 'path' | 'verify' | 'shared'>, ClockAndLog {
  readonly deviceId: string;
  readonly facts: PanelFacts;
  readonly deeds: PanelDeeds;
  readonly onChange: () => void;
}

const hasPaper = ({ phase }: PanelModel): boolean => phase.name === 'paper' && phase.guide.step === 'done';

const BROKEN: PrintOutcome = { ok: false, error: { reason: 'fault', doubtful: true, detail: 'unexpected fault' } };

/** Print result for the operator panel. */
export function printWord(outcome: PrintOutcome): Exclude<PanelPrint, '' | 'printing'> {
  if (!outcome.ok) return outcome.error.doubtful ? 'doubtful' : 'not-printed';
  return outcome.value.confirmed === 'none' ? 'sent' : 'printed';
}

export function openOperatorPanel(options: OperatorPanelOptions): OperatorPanel {
  const { deviceId, facts, deeds, clock, log, onChange } = options;
  const gate = openPinGate(options);
  let model = startPanel();
  let pinHash = '';
  let cancelTimer: (() => void) | null = null;

  function armTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
    const { deadline, phase } = model;
    if (deadline === null) return;
    const now = clock.now();
    const wait = phase.name === 'pin' && phase.waitsUntil > now ? phase.waitsUntil : deadline;
    cancelTimer = clock.after(Math.max(0, Math.min(wait, deadline) - now), () => {
      cancelTimer = null;
      dispatch({ kind: 'timeUp' });
      // The end of the delay only changes the display.
      if (model.deadline !== null && cancelTimer === null) armTimer();
      onChange();
    });
  }

  function dispatch(event: PanelEvent): void {
    const before = model;
    const step = reducePanel(model, event, clock.now());
    model = step.model;
    for (const effect of step.effects) perform(effect);
    if (model === before) return;
    if (hasPaper(model) && !hasPaper(before)) deeds.paperChanged();
    if (isUnlocked(model) !== isUnlocked(before))
      log.info(isUnlocked(model) ? 'panel.opened' : 'panel.closed', { device: deviceId });
    if (model.deadline !== before.deadline || model.phase !== before.phase) armTimer();
    onChange();
  }

  function perform(effect: PanelEffect): void {
    switch (effect.kind) {
      case 'checkPin':
        void checkPin(effect);
        break;
      case 'test':
        void test(effect.session);
        break;
      case 'reprint':
        reprint(effect.session, effect.key);
        break;
      case 'proved':
        log.info('panel.printer-confirmed', { device: deviceId });
        perhaps(deeds.proved());
        break;
      case 'kiosk':
        log.info(effect.open ? 'panel.kiosk-opened' : 'panel.kiosk-closed', { device: deviceId });
        perhaps(deeds.setClosed(!effect.open));
        break;
      case 'volume':
        log.info('panel.volume-changed', { device: deviceId, step: effect.step });
        perhaps(deeds.setVolume(effect.step));
        onChange();
        break;
      case 'restart':
        log.info('panel.restart-requested', { device: deviceId, what: effect.what });
        perhaps(deeds.restart(effect.what));
        break;
    }
  }

  function perhaps(deed: Promise<unknown>): void {
    deed.catch((error: unknown) => log.error('panel.unexpected-error', { device: deviceId, error: String(error) }));
  }

  async function checkPin({ session, pin }: Extract<PanelEffect, { kind: 'checkPin' }>): Promise<void> {
    const checked = await gate.check(pin, pinHash).catch((error: unknown) => {
      log.error('panel.unexpected-error', { device: deviceId, error: String(error) });
      return { isRight: false, waitMs: gate.waitMs() };
    });
    if (!checked.isRight) log.warn('panel.pin-rejected', { device: deviceId, seconds: checked.waitMs / 1000 });
    dispatch({ kind: 'pinChecked', session, ...checked });
  }

  const outcomeOf = (printed: Promise<PrintOutcome>): Promise<PanelPrint> =>
    printed
      .catch((error: unknown) => {
        log.error('panel.unexpected-error', { device: deviceId, error: String(error) });
        return BROKEN;
      })
      .then(printWord);

  async function test(session: number): Promise<void> {
    const print = await outcomeOf(deeds.test());
    log.info('panel.test-print-requested', { device: deviceId, print });
    dispatch({ kind: 'tested', session, print });
  }

  function reprint(session: number, key: string): void {
    const started = deeds.reprint(key);
    if (started === null) return;
    const { number, printed } = started;
    dispatch({ kind: 'reprinting', session, key, number });
    void outcomeOf(printed).then((print) => {
      log.info('panel.reprint-requested', { device: deviceId, number, print });
      dispatch({ kind: 'reprinted', session, key, print });
    });
  }

  return {
    call(asked, lang) {
      if (asked.kind === 'openPanel') {
        const own = matchLanguage(lang, STAFF_LANGUAGES) ?? model.lang;
        dispatch({ kind: 'openPanel', waitMs: gate.waitMs(), lang: own });
      } else if (asked.kind === 'panelPin') dispatch({ kind: 'panelPin', pin: new CardValue(asked.pin) });
      else dispatch(asked);
    },
    isOpen: () => model.phase.name !== 'shut',
    over(state) {
      const panel = panelScreen(model, facts, clock.now());
      if (panel === null) return state;
      return {
        ...state,
        screen: { name: 'starting' },
        dark: false,
        lang: model.lang,
        dir: writingDirection(model.lang),
        languages: STAFF_LANGUAGES.map(language),
        timeout: { remainingMs: Math.max(0, (model.deadline ?? 0) - clock.now()), warnMs: PANEL_WARN_MS },
        panel,
      };
    },
    touched: () => dispatch({ kind: 'touched' }),
    moreTime: () => dispatch({ kind: 'moreTime' }),
    speak(lang) {
      dispatch({ kind: 'language', lang: matchLanguage(lang, STAFF_LANGUAGES) ?? model.lang });
    },
    adopt(hash) {
      pinHash = hash;
      dispatch({ kind: 'hasPin', hasPin: hash !== '' });
    },
    printer: (status) => dispatch({ kind: 'printerStatus', status }),
    async close() {
      cancelTimer?.();
      await gate.close();
    },
  };
}
