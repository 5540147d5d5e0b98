/**
 * Rules of the setting `call_order`.
 *
 * To add a rule, add an entry here and its name in the contract.
 */
import { type CallRule, longestWaiting, type Waiting } from './call-order.ts';
import { CLASSES, isAhead } from './ticket-class.ts';

export type CallOrder = 'priority_first' | 'fifo' | 'ratio';

const goesAhead = (waiting: Waiting): boolean => isAhead(waiting.class);

const fifo: CallRule = {
  classes: CLASSES,
  lineOf: () => 0,
  choose: (heads) => longestWaiting(heads),
};

const priorityFirst: CallRule = {
  classes: CLASSES,
  lineOf: (waiting) => (isAhead(waiting.class) ? 1 : 0),
  choose: (heads) => longestWaiting(heads.filter(goesAhead)) ?? longestWaiting(heads),
};

/** Calls one normal ticket after `ratio` priority tickets in a row, if one waits. */
function byRatio(ratio: number): CallRule {
  return {
    classes: CLASSES,
    lineOf: priorityFirst.lineOf,
    choose(heads, inARow) {
      const normal = inARow >= ratio ? longestWaiting(heads.filter((head) => !goesAhead(head))) : null;
      return normal ?? priorityFirst.choose(heads, inARow);
    },
    note: (called: Waiting, inARow: number) => (goesAhead(called) ? inARow + 1 : 0),
  };
}

/** @param priorityRatio used by the rule `ratio` only. */
export function callRule(order: CallOrder, priorityRatio: number): CallRule {
  switch (order) {
    case 'fifo':
      return fifo;
    case 'priority_first':
      return priorityFirst;
    case 'ratio':
      return byRatio(priorityRatio);
  }
}
