/** The rules of the setting `call_order`. A new one is an entry here, and its name in the contract. */
import { type CallRule, isPriority, longestWaiting, type Waiting } from './call-order.ts';

export type CallOrder = 'priority_first' | 'fifo' | 'ratio';

const fifo: CallRule = {
  classOf: () => 0,
  choose: (heads) => longestWaiting(heads),
};

const priorityFirst: CallRule = {
  classOf: (ticket) => (isPriority(ticket) ? 1 : 0),
  choose: (heads) => longestWaiting(heads.filter(isPriority)) ?? longestWaiting(heads),
};

/** After `ratio` priority tickets in a row a normal one goes, if there is one. */
function byRatio(ratio: number): CallRule {
  return {
    classOf: priorityFirst.classOf,
    choose(heads, inARow) {
      const normal = inARow >= ratio ? longestWaiting(heads.filter((ticket) => !isPriority(ticket))) : null;
      return normal ?? priorityFirst.choose(heads, inARow);
    },
    note: (called: Waiting, inARow: number) => (isPriority(called) ? inARow + 1 : 0),
  };
}

/** @param priorityRatio of `ratio`, the others do not look at it. */
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
