import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActionQueue } from '../../../renderer/counter/action-queue.ts';

beforeAll(() => void vi.stubGlobal('window', globalThis));
afterAll(() => void vi.unstubAllGlobals());

/** A desk whose reading ends when it is let go on. */
function openDesk() {
  const done: string[] = [];
  let goOn = (): void => undefined;
  const wishes = createActionQueue({
    answerId: () => 'a visitor',
    refresh: () => new Promise((resolve) => (goOn = resolve)),
  });
  const wish = (doing: 'end' | 'recall', name: string): void =>
    void wishes.once(doing, async () => void done.push(name));
  return { wishes, wish, done, read: () => goOn() };
}
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what a clerk presses', () => {
  it('does the same once, however hasty the second press', async () => {
    const { wish, done, read } = openDesk();
    wish('end', 'ends');
    wish('end', 'ends again');
    await soon();
    read();
    await soon();
    wish('end', 'ends once more');
    await soon();
    expect(done).toEqual(['ends']);
  });

  it('does something else afterwards', async () => {
    const { wish, done, read } = openDesk();
    wish('end', 'ends');
    wish('recall', 'recalls');
    await soon();
    expect(done).toEqual(['ends']);
    read();
    await soon();
    expect(done).toEqual(['ends', 'recalls']);
  });

  it('takes an answer that comes before the question is quite there', async () => {
    const { wishes, wish, done, read } = openDesk();
    wish('end', 'asks for the outcome');
    await soon();
    wishes.allowAgain();
    wish('end', 'ends');
    read();
    await soon();
    expect(done).toEqual(['asks for the outcome', 'ends']);
    wish('end', 'ends again');
    read();
    await soon();
    expect(done).toEqual(['asks for the outcome', 'ends']);
  });
});
