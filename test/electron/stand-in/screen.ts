import { EventEmitter } from 'node:events';
import { preventable } from './preventable.ts';

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ScreenPlace {
  readonly id: number;
  readonly bounds: Bounds;
}

/** `screen`: the first is the primary one; tests add, remove, rotate and move others. */
export class ScreenStandIn extends EventEmitter {
  #all: readonly ScreenPlace[] = [{ id: 1, bounds: { x: 0, y: 0, width: 1080, height: 1920 } }];

  getAllDisplays(): readonly ScreenPlace[] {
    return this.#all;
  }

  getPrimaryDisplay(): ScreenPlace {
    const [primary] = this.#all;
    if (primary === undefined) throw new Error('There is always a screen');
    return primary;
  }

  plugIn(screen: ScreenPlace): void {
    this.#all = [...this.#all, screen];
    this.emit('display-added', preventable(), screen);
  }

  unplug(id: number): void {
    this.#all = this.#all.filter((each) => each.id !== id);
    this.emit('display-removed', preventable(), { id });
  }

  change(id: number, bounds: Bounds): void {
    this.#all = this.#all.map((each) => (each.id === id ? { id, bounds } : each));
    this.emit('display-metrics-changed', preventable(), { id, bounds }, ['bounds', 'workArea']);
  }
}
