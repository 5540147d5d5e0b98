/** Rows of mail, saved reports, device actions and the audit log that hold garbage: skipped, reported once, and the rest goes on. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/lib/context.ts';
import { startOutbox } from '../../main/mail/service/outbox.ts';
import type { ReportView } from '../../main/reports/contract/report-views.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { townSite } from '../helpers/town-site.ts';
import { GARBAGE, overPostgres, overSqlite, reported } from './damaged-store.ts';
import { value } from './queue-hall.ts';

const NOW = Date.now();
/** More than the outbox reads at a time. */
const MANY = 25;
const CONTENT = { to: 'ana@pontalva.example', subject: 'November', text: 'Olá', attachments: [] };
const VIEW: ReportView = {
  id: 'good',
  name: 'Mornings',
  span: 'week',
  locations: [],
  services: [],
  desks: [],
  users: [],
  parts: ['services'],
  to: [],
  lang: 'en',
  files: ['pdf'],
  every: 'never',
  weekday: 1,
  monthday: 1,
  hour: 6,
};

async function addMails(store: Store, ids: readonly string[]): Promise<void> {
  const mails = ids.map((id) => ({ id, kind: 'report' as const, content: CONTENT }));
  value(await store.run('putMails', { mails }, { now: NOW }));
}

describe.each([
  ['SQLite', overSqlite],
  ['PostgreSQL', overPostgres],
])('a damaged row over %s', (_engine, open) => {
  it('of a mail delays no other mail, and is not retried', async () => {
    const { store, log, damage } = await open();
    const server = await openMailServer({});
    onTestFinished(() => server.close());
    const site = await openSiteHolder(store);
    onTestFinished(() => site.close());
    const given = townSite();
    const mail = { mail_server: '127.0.0.1', mail_port: server.port, mail_from: 'queue@pontalva.example' };
    const loaded = await site.load({ ...given, settings: { ...(given.settings as object), ...mail } });
    expect(loaded.ok).toBe(true);
    const ids = Array.from({ length: MANY }, (_, place) => `a${String(place).padStart(2, '0')}`);
    await addMails(store, ids);
    for (const [place, id] of ids.entries()) {
      const column = place % 2 === 0 ? 'record' : 'content';
      await damage(`UPDATE mail SET ${column} = ? WHERE id = '${id}'`, GARBAGE[place % GARBAGE.length] ?? '');
    }
    await addMails(store, ['b']);

    const transport = { authorities: server.authority, morePorts: [server.port] };
    const outbox = startOutbox({ store, site, clock: systemClock, log, transport });
    await expect.poll(() => server.taken.length).toBe(1);
    // The outbox notes the end of the try after the mail server has taken the mail.
    await expect.poll(() => store.query('waitingMails', { limit: 100 })).toBe(0);
    await outbox.close();
    expect(log.events()).not.toContain('mail.store-failed');
    expect(log.events()).not.toContain('store.unexpected-error');
    // Once each, and nothing that is in them.
    expect(reported(log)).toEqual(ids.map((id) => JSON.stringify({ event: 'store.row-corrupt', table: 'mail', id })));
    // The list of the back office has all others; a new mail takes the place of a damaged one of its id.
    await damage("UPDATE mail SET record = ? WHERE id = 'a01'", '{');
    const shown = await store.query('mails', { limit: 100 });
    expect(shown.map(({ id }) => id)).toContain('b');
    await addMails(store, ['a00']);
    expect((await store.query('mailWork', { until: NOW, limit: 9 })).due.map(({ record }) => record.id)).toEqual([
      'a00',
    ]);
  });

  it.each(GARBAGE)(
    'of a saved report, a device action or the audit log, such as %j, is left out and reported once',
    async (text) => {
      const { store, log, damage } = await open();
      for (const id of ['bad', 'good']) {
        value(await store.run('putReportView', { userId: 'ana', view: { ...VIEW, id }, sentDay: '' }, { now: NOW }));
      }
      const actions = [];
      for (const action of ['test-print', 'restart-program'] as const) {
        const asked = { deviceId: 'kiosk-1', deviceName: 'Kiosk', action, ticket: '', message: {} };
        actions.push(
          value(await store.run('askDevice', { ...asked, by: { kind: 'user', id: 'chief' } }, { now: NOW })),
        );
      }
      const [bad, good] = actions.map(({ id }) => id);
      await damage("UPDATE report_view SET view = ? WHERE id = 'bad'", text);
      await damage(`UPDATE device_action SET body = ? WHERE id = '${bad}'`, text);
      const [entry] = await store.query('audit', { limit: 1 });
      if (text !== '[]') await damage(`UPDATE audit SET fields = ? WHERE id = ${entry?.id}`, text);

      for (let times = 0; times < 2; times += 1) {
        for (const userId of ['ana', null]) {
          const views = await store.query('reportViews', { userId });
          expect(views.map(({ view }) => view.id)).toEqual(['good']);
        }
        const kept = await store.query('deviceActions', { deviceId: 'kiosk-1', limit: 10 });
        expect(kept.map(({ id }) => id)).toEqual([good]);
        const audit = await store.query('audit', { limit: 10 });
        expect(audit.map(({ collection }) => collection)).toEqual(['devices', 'devices']);
        if (text !== '[]') expect(audit[0]).toMatchObject({ id: entry?.id, fields: [] });
      }
      const taken = await store.run('takeDeviceAction', { id: bad ?? '', deviceId: 'kiosk-1' }, { now: NOW });
      expect(taken.ok).toBe(false);
      value(await store.run('takeDeviceAction', { id: good ?? '', deviceId: 'kiosk-1' }, { now: NOW }));
      const rows = [
        { table: 'report_view', id: 'bad' },
        { table: 'device_action', id: bad },
        ...(text === '[]' ? [] : [{ table: 'audit', id: String(entry?.id) }]),
      ];
      expect(reported(log).toSorted()).toEqual(
        rows.map((row) => JSON.stringify({ event: 'store.row-corrupt', ...row })).toSorted(),
      );
      expect(log.events()).not.toContain('store.unexpected-error');
      // Saved again, it is whole again.
      value(
        await store.run('putReportView', { userId: 'ana', view: { ...VIEW, id: 'bad' }, sentDay: '' }, { now: NOW }),
      );
      expect(await store.query('reportViews', { userId: 'ana' })).toHaveLength(2);
    },
  );
});
