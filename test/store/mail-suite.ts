/** Mail that is to be sent, as every engine keeps it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailTry } from '../../main/mail/operations/mail-records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { errno, value } from './queue-hall.ts';

const MORNING = Date.parse('2026-11-20T09:00:00Z');
const CONTENT = { to: 'ana@pontalva.example', subject: 'Novembre', text: 'Voilà\0', attachments: [] };

export function mailSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: mail`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await openStore('mail');
    });
    afterAll(() => store.close());

    const put = async (ids: readonly string[], now = MORNING): Promise<number> => {
      const mails = ids.map((id) => ({ id, kind: 'report' as const, content: CONTENT }));
      return value(await store.run('putMails', { mails }, { now })).added;
    };
    const end = (id: string, how: Partial<MailTry>, now = MORNING) =>
      store.run(
        'endMailTry',
        { id, state: 'sent', attempts: 1, triedAt: now, nextTryAt: 0, fault: '', said: '250 OK', ...how },
        { now },
      );
    const due = async (until: number) => {
      const work = await store.query('mailWork', { until, limit: 10 });
      return { ids: work.due.map(({ record }) => record.id), next: work.nextTryAt };
    };

    it('is added once, waits until its time, and leaves nothing of itself when it was sent', async () => {
      expect(await put(['a', 'b'])).toBe(2);
      expect(await put(['b', 'c'], MORNING + 5)).toBe(1);
      expect(await due(MORNING)).toEqual({ ids: ['a', 'b'], next: MORNING });
      const { due: found } = await store.query('mailWork', { until: MORNING, limit: 1 });
      expect(found[0]?.content).toMatchObject({ to: 'ana@pontalva.example', subject: 'Novembre' });

      value(await end('a', { state: 'waiting', nextTryAt: MORNING + 60_000, fault: 'later', said: '451 Busy' }));
      value(await end('b', {}));
      expect(await due(MORNING + 59_999)).toEqual({ ids: ['c'], next: MORNING + 5 });
      expect(await store.query('waitingMails', { limit: 10 })).toBe(2);
      expect(await store.query('waitingMails', { limit: 1 })).toBe(1);
      expect((await due(MORNING + 60_000)).ids).toEqual(['c', 'a']);
      const log = await store.query('mails', { limit: 10 });
      expect(log.map(({ id, state }) => [id, state])).toEqual([
        ['c', 'waiting'],
        ['b', 'sent'],
        ['a', 'waiting'],
      ]);
      expect(JSON.stringify(log)).not.toMatch(/pontalva|Novembre|Voil/);
    });

    it('is found by ids of any characters', async () => {
      await put(['odd']);
      const ids = ['odd', 'none', '\0', 'x\0', '\ud800', "'; DROP TABLE mail; --", '$1', '?1'];
      expect((await store.query('waitingMailsOfIds', { ids })).map(({ id }) => id)).toEqual(['odd']);
      value(await end('odd', {}));
    });

    it('is not tried again once it has ended, and is not added again as long as the log is kept', async () => {
      await put(['d'], MORNING + 10);
      value(await end('d', { state: 'failed', fault: 'refused', said: '550 No such user' }));
      value(await end('d', { state: 'waiting', nextTryAt: MORNING }));
      expect(await put(['d'], MORNING + 20)).toBe(0);
      expect((await due(MORNING + 20)).ids).not.toContain('d');
      await store.run('tidyMails', { before: MORNING + 10 }, { now: MORNING + 20 });
      expect((await store.query('mails', { limit: 10 })).map(({ id }) => id)).toContain('d');
      await store.run('tidyMails', { before: MORNING + 11 }, { now: MORNING + 20 });
      const left = (await store.query('mails', { limit: 10 })).map(({ id }) => id);
      // What waits is never forgotten.
      expect(left).toEqual(['c', 'a']);
    });

    it('keeps saved reports by their owners, and which of them were sent', async () => {
      const view = (id: string, title: string) => ({
        id,
        name: title,
        span: 'days7' as const,
        locations: ['hall'],
        services: [],
        desks: [],
        users: [],
        parts: [],
        every: 'day' as const,
        weekday: 1,
        monthday: 1,
        hour: 7,
        to: [CONTENT.to],
        lang: 'ar',
        files: [],
      });
      const save = async (userId: string, id: string, title: string) =>
        value(await store.run('putReportView', { userId, view: view(id, title), sentDay: '' }, { now: MORNING }));
      await save('ana', 'one', 'Été\0');
      await save('ana', 'one', 'Summer');
      await save('rui', 'one', 'Winter');
      const names = async (userId: string | null) =>
        (await store.query('reportViews', { userId }))
          .map((kept) => [kept.userId, kept.view.name, kept.sentDay])
          .toSorted();
      expect(await names('ana')).toEqual([['ana', 'Summer', '']]);
      const sent = (sentDay: string) =>
        store.run('noteReportSent', { userId: 'rui', id: 'one', sentDay }, { now: MORNING });
      await sent('2026-11-20');
      // A server that was slow says it later.
      await sent('2026-11-19');
      expect(await names(null)).toEqual([
        ['ana', 'Summer', ''],
        ['rui', 'Winter', '2026-11-20'],
      ]);
      const drop = () => store.run('dropReportView', { userId: 'ana', id: 'one' }, { now: MORNING });
      value(await drop());
      expect(errno(await drop())).toBe(6);
      expect(await names(null)).toHaveLength(1);
    });
  });
}
