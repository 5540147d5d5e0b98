import { describe, expect, it } from 'vitest';
import {
  automaticStatus,
  type Condition,
  realTimeStatus,
  transmittedStatus,
} from '../../main/virtual-printer/status-bytes.ts';

const FINE: Condition = {
  paper: 'ok',
  coverOpen: false,
  cutterError: false,
  unrecoverable: false,
  switchedOff: false,
  feeding: false,
  nearEndSensor: true,
};

/** Every mixture of what can be wrong. */
const CONDITIONS = (['ok', 'near-end', 'out'] as const).flatMap((paper) =>
  Array.from({ length: 64 }, (_, bits): Condition => {
    const on = (bit: number): boolean => ((bits >> bit) & 1) === 1;
    return {
      paper,
      coverOpen: on(0),
      cutterError: on(1),
      unrecoverable: on(2),
      switchedOff: on(3),
      feeding: on(4),
      nearEndSensor: on(5),
    };
  }),
);

describe('status bytes', () => {
  it('carry the fixed bits that tell one kind from another, whatever is wrong', () => {
    for (const condition of CONDITIONS) {
      for (const n of [1, 2, 3, 4]) expect(realTimeStatus(condition, n) & 0x93).toBe(0x12);
      const [first, ...rest] = automaticStatus(condition);
      expect(first! & 0x93).toBe(0x10);
      expect(rest.map((byte) => byte & 0x90)).toEqual([0, 0, 0]);
      for (const n of [1, 2, 4]) expect(transmittedStatus(condition, n) & 0x90).toBe(0);
    }
  });

  it.each<[string, Partial<Condition>, number[], number[]]>([
    ['all is well', {}, [0x12, 0x12, 0x12, 0x12], [0x10, 0, 0, 0]],
    ['the roll nears its end', { paper: 'near-end' }, [0x12, 0x12, 0x12, 0x1e], [0x10, 0, 0x03, 0]],
    ['the paper is out', { paper: 'out' }, [0x1a, 0x32, 0x12, 0x7e], [0x18, 0, 0x0f, 0]],
    [
      'the paper is out and there is no sensor for its near end',
      { paper: 'out', nearEndSensor: false },
      [0x1a, 0x32, 0x12, 0x72],
      [0x18, 0, 0x0c, 0],
    ],
    ['the cover is open', { coverOpen: true }, [0x1a, 0x16, 0x12, 0x12], [0x38, 0, 0, 0]],
    ['the cutter is stuck', { cutterError: true }, [0x1a, 0x52, 0x1a, 0x12], [0x18, 0x08, 0, 0]],
    ['only repair helps', { unrecoverable: true }, [0x1a, 0x52, 0x32, 0x12], [0x18, 0x20, 0, 0]],
    ['it is switched offline', { switchedOff: true }, [0x1a, 0x12, 0x12, 0x12], [0x18, 0, 0, 0]],
  ])('say that %s', (_what, part, realTime, automatic) => {
    const condition = { ...FINE, ...part };
    expect([1, 2, 3, 4].map((n) => realTimeStatus(condition, n))).toEqual(realTime);
    expect([...automaticStatus(condition)]).toEqual(automatic);
  });
});
