/**
 * All that one line to a printer heard, and what its machine made of it: enough to let the machine alone, without
 * printer, sockets or time, do it once more.
 */
import type { LineEffect, LineEvent, LineModel, LineOptions } from '../../main/printing/connection/model.ts';
import type * as machine from '../../main/printing/connection/reduce.ts';

interface Heard {
  readonly event: LineEvent;
  readonly now: number;
  readonly effects: readonly LineEffect[];
}

export interface Trace {
  readonly options: LineOptions;
  readonly startedAt: number;
  readonly heard: Heard[];
  last: LineModel;
}

type Machine = typeof machine;

/** The machine, and what every line of it has been through since it started. `cell`: in whose name it starts. */
export function traced<Cell>(real: Machine, cell: () => Cell | undefined) {
  const traces = new Map<Cell, Trace[]>();
  const traceOf = new WeakMap<LineModel, Trace>();
  const wrapped: Machine = {
    ...real,
    startLine(options, now) {
      const model = real.startLine(options, now);
      const owner = cell();
      if (owner !== undefined) {
        const trace: Trace = { options, startedAt: now, heard: [], last: model };
        traceOf.set(model, trace);
        traces.set(owner, [...(traces.get(owner) ?? []), trace]);
      }
      return model;
    },
    reduce(model, event, now) {
      const step = real.reduce(model, event, now);
      const trace = traceOf.get(model);
      if (trace !== undefined) {
        trace.heard.push({ event, now, effects: step.effects });
        trace.last = step.model;
        traceOf.set(step.model, trace);
      }
      return step;
    },
  };
  return { wrapped, of: (owner: Cell): readonly Trace[] => traces.get(owner) ?? [] };
}

/** What the machine makes of the same events by itself. Nothing that it is given may be changed by it. */
export function replay({ startLine, reduce }: Machine, trace: Trace): Pick<Trace, 'heard' | 'last'> {
  let last = frozen(startLine(frozen(trace.options), trace.startedAt));
  const heard = trace.heard.map(({ event, now }) => {
    const step = reduce(last, frozen(event), now);
    last = frozen(step.model);
    return { event, now, effects: step.effects };
  });
  return { heard, last };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
