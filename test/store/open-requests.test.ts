import { describe, expect, test } from 'vitest';
import { createOpenRequests } from '../../main/store/sqlite/open-requests.ts';

describe('Requests that wait for the answer of the store', () => {
  test('gives each request its own answer, in any order of the answers', () => {
    const requests = createOpenRequests<string>();
    const ids = Array.from({ length: 1_000 }, (_, index) => requests.put(`request ${index}`));
    const answered = ids.toReversed().map((id) => requests.take(id));
    expect(answered).toEqual(Array.from({ length: 1_000 }, (_, index) => `request ${999 - index}`));
    expect(requests.ids()).toEqual([]);
  });

  test('ignores an answer that is late or repeated', () => {
    const requests = createOpenRequests<string>();
    const late = requests.put('given up');
    expect(requests.take(late)).toBe('given up');
    for (let number = 0; number < 10_000; number += 1) {
      const id = requests.put(`request ${number}`);
      expect(requests.take(late)).toBeUndefined();
      expect(requests.take(id)).toBe(`request ${number}`);
    }
  });

  test('keeps one that waits for long while ten thousand others come and go', () => {
    const requests = createOpenRequests<string>();
    const slow = requests.put('slow');
    for (let number = 0; number < 10_000; number += 1) requests.take(requests.put(`request ${number}`));
    expect(requests.ids()).toEqual([slow]);
    expect(requests.take(slow)).toBe('slow');
  });
});
