/**
 * State machine of the operator panel.
 *
 * Shut → PIN → home → paper change, last tickets, network, sound, restart → shut. Pure, and separate from the kiosk's
 * own machine, which continues behind it. An event that makes no sense in a phase changes nothing. Only a right PIN
 * leads past the PIN phase.
 */

import { isUnproved } from '../../printing/contract/printing.ts';
import type { PanelPlace, PanelPrint } from '../contract/panel.ts';
import {
  PANEL_MS,
  PAPER_MS,
  type PanelEffect,
  type PanelEvent,
  type PanelModel,
  type PanelPhase,
  PIN_MS,
} from './model.ts';
import { type GuideStep, guideNext, guidePrinted, guidePrinter, startGuide } from './paper-guide.ts';

export interface PanelStep {
  readonly model: PanelModel;
  readonly effects: readonly PanelEffect[];
}

const stay = (model: PanelModel): PanelStep => ({ model, effects: [] });

const isPrinting = (print: PanelPrint | undefined): boolean => print === 'printing';

/** Whether the PIN was entered. */
export function isUnlocked({ phase }: PanelModel): boolean {
  return phase.name !== 'shut' && phase.name !== 'pin';
}

function patienceMs(phase: PanelPhase): number | null {
  switch (phase.name) {
    case 'shut':
      return null;
    case 'pin':
      return PIN_MS;
    case 'paper':
      return PAPER_MS;
    default:
      return PANEL_MS;
  }
}

function enter(model: PanelModel, phase: PanelPhase, now: number): PanelModel {
  const patience = patienceMs(phase);
  return { ...model, phase, deadline: patience === null ? null : now + patience * (model.moreTime ? 2 : 1) };
}

/** Resets everything for the next opening. */
function shut(model: PanelModel): PanelModel {
  if (model.phase.name === 'shut') return model;
  const session = model.session + 1;
  return { ...model, phase: { name: 'shut' }, test: '', reprint: null, deadline: null, moreTime: false, session };
}

function open(model: PanelModel, { waitMs, lang }: Extract<PanelEvent, { kind: 'openPanel' }>, now: number): PanelStep {
  if (!model.hasPin || model.phase.name !== 'shut') return stay(model);
  const phase: PanelPhase = { name: 'pin', fault: '', waitsUntil: now + waitMs, checking: false };
  return stay(enter({ ...model, lang }, phase, now));
}

function givePin(model: PanelModel, { pin }: Extract<PanelEvent, { kind: 'panelPin' }>, now: number): PanelStep {
  const { phase, session } = model;
  if (phase.name !== 'pin' || phase.checking || now < phase.waitsUntil) return stay(model);
  const waiting = enter(model, { ...phase, fault: '', checking: true }, now);
  return { model: waiting, effects: [{ kind: 'checkPin', session, pin }] };
}

function pinChecked(model: PanelModel, event: Extract<PanelEvent, { kind: 'pinChecked' }>, now: number): PanelStep {
  const { phase } = model;
  if (phase.name !== 'pin' || !phase.checking || event.session !== model.session) return stay(model);
  if (event.isRight) return stay(enter(model, { name: 'home' }, now));
  const waitsUntil = now + event.waitMs;
  return stay(enter(model, { name: 'pin', fault: 'wrong', waitsUntil, checking: false }, now));
}

function go(model: PanelModel, place: PanelPlace, now: number): PanelStep {
  if (!isUnlocked(model)) return stay(model);
  if (place !== 'paper') return stay(enter(model, { name: place }, now));
  if (model.printer.kind === 'none') return stay(model);
  return stay(enter(model, { name: 'paper', guide: startGuide(model.printer) }, now));
}

function test(model: PanelModel, now: number): PanelStep {
  const { phase, session } = model;
  const isHere = phase.name === 'home' || (phase.name === 'paper' && phase.guide.step === 'test');
  if (!isHere || isPrinting(model.test) || model.printer.kind === 'none') return stay(model);
  const next: PanelPhase = phase.name === 'paper' ? { ...phase, guide: { ...phase.guide, remark: '' } } : phase;
  return { model: { ...enter(model, next, now), test: 'printing' }, effects: [{ kind: 'test', session }] };
}

/** Only a test page that was just sent can have come out. */
export function asksProof({ phase, printer, test }: PanelModel): boolean {
  return phase.name === 'home' && test === 'sent' && isUnproved(printer);
}

/** @param take the guide's next step */
function guided(
  model: PanelModel,
  take: (phase: Extract<PanelPhase, { name: 'paper' }>) => GuideStep,
  now: number,
): PanelStep {
  const { phase } = model;
  if (phase.name !== 'paper') return stay(model);
  const { guide, test: isTime } = take(phase);
  if (guide === phase.guide) return stay(model);
  // Printer events do not extend the timeout, so that a flapping printer keeps no panel open.
  const { deadline } = model;
  const entered = enter(model, { name: 'paper', guide }, now);
  const next = guide.step === phase.guide.step ? { ...entered, deadline } : entered;
  return isTime ? test(next, now) : stay(next);
}

function reprint(model: PanelModel, key: string, now: number): PanelStep {
  if (model.phase.name !== 'tickets' || isPrinting(model.reprint?.print)) return stay(model);
  return { model: enter(model, model.phase, now), effects: [{ kind: 'reprint', session: model.session, key }] };
}

export function reducePanel(model: PanelModel, event: PanelEvent, now: number): PanelStep {
  switch (event.kind) {
    case 'openPanel':
      return open(model, event, now);
    case 'panelPin':
      return givePin(model, event, now);
    case 'pinChecked':
      return pinChecked(model, event, now);
    case 'closePanel':
      return stay(shut(model));
    case 'panelGo':
      return go(model, event.place, now);
    case 'panelNext':
      return guided(model, ({ guide }) => guideNext(guide), now);
    case 'panelTest':
      return test(model, now);
    case 'panelProved':
      if (!asksProof(model)) return stay(model);
      return { model: { ...enter(model, model.phase, now), test: 'printed' }, effects: [{ kind: 'proved' }] };
    case 'panelReprint':
      return reprint(model, event.key, now);
    case 'panelKiosk':
      if (model.phase.name !== 'home') return stay(model);
      return { model: enter(model, model.phase, now), effects: [{ kind: 'kiosk', open: event.open }] };
    case 'panelVolume':
      if (model.phase.name !== 'sound') return stay(model);
      return { model: enter(model, model.phase, now), effects: [{ kind: 'volume', step: event.step }] };
    case 'panelRestart':
      if (model.phase.name !== 'restart') return stay(model);
      return { model: shut(model), effects: [{ kind: 'restart', what: event.what }] };
    case 'language':
      return stay(model.phase.name === 'shut' ? model : { ...enter(model, model.phase, now), lang: event.lang });
    case 'touched':
      return stay(model.deadline === null ? model : enter(model, model.phase, now));
    case 'moreTime':
      return stay(model.deadline === null ? model : enter({ ...model, moreTime: true }, model.phase, now));
    case 'timeUp':
      return stay(model.deadline !== null && now >= model.deadline ? shut(model) : model);
    case 'hasPin':
      if (event.hasPin === model.hasPin) return stay(model);
      return stay({ ...(event.hasPin ? model : shut(model)), hasPin: event.hasPin });
    case 'printerStatus': {
      const heard = { ...model, printer: event.status };
      return guided(heard, ({ guide }) => guidePrinter(guide, event.status), now);
    }
    case 'tested': {
      if (event.session !== model.session) return stay(model);
      const told = { ...model, test: event.print };
      return guided(told, ({ guide }) => guidePrinted(guide, event.print), now);
    }
    case 'reprinting':
      if (event.session !== model.session) return stay(model);
      return stay({ ...model, reprint: { key: event.key, number: event.number, print: 'printing' } });
    case 'reprinted':
      if (event.session !== model.session || model.reprint?.key !== event.key) return stay(model);
      return stay({ ...model, reprint: { ...model.reprint, print: event.print } });
  }
}
