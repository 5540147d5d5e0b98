/** View of the operator panel for the page. */
import type { PanelNetwork, PanelScreen, PanelTicket, PanelTrouble } from '../contract/panel.ts';
import { asksProof } from './machine.ts';
import type { PanelModel } from './model.ts';

/** What the host says when the panel is drawn. */
export interface PanelFacts {
  troubles(): readonly PanelTrouble[];
  tickets(): readonly PanelTicket[];
  network(): PanelNetwork;
  isClosed(): boolean;
  /** Step at which the speech of this kiosk begins, of so many; null where it never speaks. */
  sound(): { readonly step: number; readonly steps: number } | null;
  /** What can be started anew from here. */
  restarts(): { readonly page: boolean; readonly program: boolean };
}

/** Null while it is shut. */
export function panelScreen(model: PanelModel, facts: PanelFacts, now: number): PanelScreen | null {
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
