import { describe, expect, it } from 'vitest';
import { latestRequest } from '../../../renderer/admin/model/latest-only.ts';

/** Server that responds on demand. */
function slowServer() {
  const sent: string[] = [];
  const told: string[] = [];
  let answerNow = (): void => {};
  const wishes = latestRequest<string, string>(
    (wish) => {
      sent.push(wish);
      return new Promise((resolve) => {
        answerNow = () => resolve(`paper of ${wish}`);
      });
    },
    (answer) => void told.push(answer),
  );
  const answer = async (): Promise<void> => {
    answerNow();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { wishes, sent, told, answer };
}

describe('a page that needs only the latest response', () => {
  it('has one pending request, and then sends only the latest one', async () => {
    const { wishes, sent, told, answer } = slowServer();
    for (const wish of ['a', 'ab', 'abc', 'abcd']) wishes.ask(wish);
    expect(sent).toEqual(['a']);
    await answer();
    expect(sent).toEqual(['a', 'abcd']);
    await answer();
    expect([sent, told]).toEqual([
      ['a', 'abcd'],
      ['paper of a', 'paper of abcd'],
    ]);
    wishes.ask('later');
    expect(sent.at(-1)).toBe('later');
  });

  it('sends and reports nothing after it is closed', async () => {
    const { wishes, sent, told, answer } = slowServer();
    wishes.ask('a');
    wishes.ask('ab');
    wishes.end();
    await answer();
    expect([sent, told]).toEqual([['a'], []]);
  });
});
