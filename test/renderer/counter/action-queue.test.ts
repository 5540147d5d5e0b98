import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActionQueue } from '../../../renderer/counter/action-queue.ts';

beforeAll(() => void vi.stubGlobal('window', globalThis));
afterAll(() => void vi.unstubAllGlobals());

/** Desk whose refresh ends on demand. */
function openDesk() {
  const done: string[] = [];
  const dropped: string[] = [];
  let goOn = (): void => undefined;
  let now = 0;
  let visitor = 'a visitor';
  const wishes = createActionQueue({
    answerId: () => visitor,
    refresh: () => new Promise((resolve) => (goOn = resolve)),
    onDropped: (why) => dropped.push(why),
    clock: () => now,
  });
  /** Presses a key after that many milliseconds. */
  const press = (name: string, afterMs = 200): void => {
    now += afterMs;
    const act = (): void => void wishes.once(name === 'N' ? 'next' : 'cancel', async () => void done.push(name));
    wishes.press({ name, aboutVisitor: name === 'X', undoes: name === 'U' }, act);
  };
  const next = (who: string): void => {
    visitor = who;
  };
  const wish = (doing: 'end' | 'recall', name: string): void =>
    void wishes.once(doing, async () => void done.push(name));
  return { wishes, wish, press, next, done, dropped, read: () => goOn() };
}
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('an action of a clerk', () => {
  it('runs once if it is requested several times', async () => {
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

  it('runs after a different action', async () => {
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

describe('a pressed key', () => {
  const hasRun = async (desk: ReturnType<typeof openDesk>): Promise<void> => {
    await soon();
    desk.read();
    await soon();
  };

  it('acts at once when the result of the one before is shown, however soon', async () => {
    const desk = openDesk();
    desk.press('N');
    await hasRun(desk);
    desk.press('N', 100);
    await soon();
    expect(desk.done).toEqual(['N', 'N']);
  });

  it('waits for the result of the one before, and is not lost', async () => {
    const desk = openDesk();
    desk.press('N');
    desk.press('N');
    await soon();
    expect(desk.done).toEqual(['N']);
    await hasRun(desk);
    expect(desk.done).toEqual(['N', 'N']);
  });

  it('counts once when its contact bounces', async () => {
    const desk = openDesk();
    desk.press('N');
    desk.press('N', 20);
    await hasRun(desk);
    expect(desk.done).toEqual(['N']);
    expect(desk.dropped).toEqual([]);
  });

  it('is dropped with a message while the server does not answer', async () => {
    const desk = openDesk();
    desk.press('N');
    desk.press('N', 800);
    await hasRun(desk);
    expect(desk.done).toEqual(['N']);
    expect(desk.dropped).toEqual(['pending']);
  });

  it('does not meet the next visitor when it was about the one before', async () => {
    const desk = openDesk();
    desk.press('N');
    desk.press('X');
    desk.next('another visitor');
    await hasRun(desk);
    expect(desk.done).toEqual(['N']);
    expect(desk.dropped).toEqual(['left']);
  });

  it('is taken back by undo while it waits', async () => {
    const desk = openDesk();
    desk.press('N');
    desk.press('N');
    desk.press('U');
    await hasRun(desk);
    expect(desk.done).toEqual(['N']);
  });
});
