/** A kiosk that is nothing but its state machine, and a clock that tests move by hand. */
import { reduce } from '../../../main/kiosk/machine/machine.ts';
import { type KioskEffect, type KioskEvent, type KioskModel, startModel } from '../../../main/kiosk/machine/model.ts';

export class KioskMachine {
  model: KioskModel = startModel('en');
  effects: KioskEffect[] = [];
  now = 1_000_000;

  send(event: KioskEvent): this {
    const step = reduce(this.model, event, this.now);
    this.model = step.model;
    this.effects.push(...step.effects);
    return this;
  }
}
