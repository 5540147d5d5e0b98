/** JSON in rows of the queue that holds garbage: it counts as empty, is reported once, and the next change makes it whole. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { personQuery } from '../../main/appointments/rules/person-match.ts';
import { UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import type { FormAnswerInput } from '../../main/forms/operations/form-answer-records.ts';
import type { PersonalPage } from '../../main/personal-data/operations/personal-operations.ts';
import { FLAG, TICKET_STATE } from '../../main/queue/contract/records.ts';
import { readRestoredMark } from '../../main/queue/operations/restored-mark.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { progressOf, TransferError } from '../../main/store/transfer/database-target.ts';
import { readManifest } from '../../main/store/transfer/manifest.ts';
import { GARBAGE, type Opened, overPostgres, overSqlite, reported } from './damaged-store.ts';
import { Hall, value } from './queue-hall.ts';

const BY = { kind: 'user', id: 'chief' } as const;
const DAY_MS = 86_400_000;
const PERSON = 'Joana Meireles';

const answer = (questionId: string, text: string): FormAnswerInput => ({
  questionId,
  formId: 'form',
  stage: 'before',
  place: 1,
  question: 'Who comes?',
  visible: true,
  answer: [text],
  anonymiseAt: null,
});

/** Ids of the rows of that table that were reported, each once. */
function unreadable({ log }: Opened, table: string): readonly string[] {
  const rows = reported(log).map((line): { table: string; id: string } => JSON.parse(line));
  return rows.filter((row) => row.table === table).map(({ id }) => id);
}

/** A hall for each damage, in one database. */
const hallsOf = (store: Store, texts: readonly string[]): readonly (readonly [string, Hall])[] =>
  texts.map((text, place) => [text, new Hall(store, `hall-${place}`)]);

describe.each([
  ['SQLite', overSqlite, false],
  ['PostgreSQL', overPostgres, true],
])('damaged JSON of the queue over %s', (_engine, open, isPostgres) => {
  it('is passed by in answers to forms, which can be given again, and the person in them is found and erased', async () => {
    const opened = await open();
    const { store } = opened;
    const query = personQuery(PERSON);
    if (query === null) throw new Error('A name can be searched for.');
    for (const [text, hall] of hallsOf(store, [...GARBAGE.filter((each) => each !== '[]'), `["${PERSON}`])) {
      const formAnswers = [answer('bad', PERSON), answer('good', 'Rui Tavares')];
      const { ticket } = await hall.create({ formAnswers });
      await opened.damage(
        `UPDATE form_answer SET answer = ? WHERE question_id = 'bad' AND ticket_id = '${ticket.id}'`,
        text,
      );
      const given = async () =>
        (await store.query('formAnswers', { ticketId: ticket.id })).map(({ questionId }) => questionId);
      for (let times = 0; times < 2; times += 1) expect(await given(), text).toEqual(['good']);
      expect(unreadable(opened, 'form_answer').at(-1)).toBe(ticket.id);
      const page = { place: 'answers', query, after: null, limit: 100 } as const;
      const { ids } = await store.query('personalPage', page);
      expect(ids).toEqual(text.includes(PERSON) ? [ticket.id] : []);
      if (ids.length > 0) {
        value(await hall.run('erasePerson', { tickets: ids, appointments: [], mails: [], by: BY }));
        expect((await store.query('personalPage', page)).ids).toEqual([]);
      }
      const put = [answer('bad', 'Ana Lopes')];
      value(
        await hall.run('saveFormAnswers', { ticketId: ticket.id, states: [TICKET_STATE.waiting], put, remove: [] }),
      );
      expect(await given()).toEqual(['bad', 'good']);
    }
    expect(unreadable(opened, 'form_answer')).toHaveLength(GARBAGE.length);
    expect(reported(opened.log).join()).not.toContain('Joana');
  });

  it('does not give a call to another clerk if its ticket is missing', async () => {
    const opened = await open();
    const hall = new Hall(opened.store, 'hall');
    await hall.create();
    const { ticket, answer: call } = await hall.next('desk');
    await opened.damage('DELETE FROM ticket WHERE id = ?', ticket.id);
    // The store remembers rows that it has read.
    const store = await opened.reopen();
    await expect(store.run('takeOver', { ...hall.at('desk'), userId: 'rui' }, { now: hall.now })).rejects.toThrow();
    expect(await opened.read('SELECT user_id FROM answer')).toEqual([call.userId]);
  });

  it('counts as no mail text, and holds up no search for a person', async () => {
    const opened = await open();
    const { store } = opened;
    const content = {
      to: 'joana@pontalva.example',
      subject: 'November',
      text: `Olá ${PERSON}, ,"attachments":`,
      attachments: [],
    };
    const ids = GARBAGE.map((_, place) => `a${place}`);
    const mails = [...ids, 'b', 'c'].map((id) => ({ id, kind: 'report' as const, content }));
    value(await store.run('putMails', { mails }, { now: Date.now() }));
    for (const [place, id] of ids.entries()) {
      await opened.damage(`UPDATE mail SET content = ? WHERE id = '${id}'`, GARBAGE[place] ?? '');
    }
    await opened.damage(
      "UPDATE mail SET content = ? WHERE id = 'c'",
      `{"to":"joana@pontalva.example","text":"Olá ${PERSON}`,
    );
    const query = personQuery(PERSON);
    if (query === null) throw new Error('A name can be searched for.');
    const found: string[] = [];
    for (let after: readonly (string | number)[] | null = null, more = true; more; ) {
      const page: PersonalPage = await store.query('personalPage', { place: 'mails', query, after, limit: 2 });
      found.push(...page.ids);
      after = page.next;
      more = after !== null;
    }
    expect(found).toEqual(['b', 'c']);
    const { attachments: _, ...words } = content;
    expect(await store.query('waitingMailsOfIds', { ids: ['b'] })).toEqual([{ id: 'b', ...words }]);
    expect((await store.query('waitingMailsOfIds', { ids: ['c'] })).map(({ text }) => text).join()).toContain(PERSON);
  });

  it('counts as no break, no staff call and no past wait, and the queue continues', async () => {
    const opened = await open();
    const halls = hallsOf(opened.store, GARBAGE);
    for (const [text, hall] of halls) {
      await hall.create();
      value(await hall.run('setDesk', { ...hall.at(`${hall.locationId}-away`), state: 'break', reason: '' }));
      value(await hall.run('callStaff', { locationId: hall.locationId, day: hall.day, deviceId: 'kiosk' }));
      const called = await hall.next(`${hall.locationId}-desk`);
      value(await hall.tryAnswer('endCall', called.answer.id));
      for (const column of ['away', 'staff_calls']) {
        await opened.damage(`UPDATE location_queue SET ${column} = ? WHERE location_id = '${hall.locationId}'`, text);
      }
      await opened.damage(`UPDATE service_queue SET waits = ? WHERE service_id = '${hall.service('a')}'`, text);
    }
    const store = await opened.reopen();
    for (const [text, { locationId, now }] of halls) {
      const hall = new Hall(store, locationId);
      hall.now = now;
      expect(await store.query('staffCalls', { locationId, now }), text).toEqual([]);
      await hall.create();
      const called = await hall.next(`${locationId}-away`);
      value(await hall.tryAnswer('endCall', called.answer.id));
      value(await hall.run('setDesk', { ...hall.at(`${hall.locationId}-away`), state: 'break', reason: '' }));
      value(await hall.run('callStaff', { locationId, day: hall.day, deviceId: 'kiosk' }));
    }
    const again = await opened.reopen();
    const before = reported(opened.log).length;
    for (const [, { locationId, now }] of halls) {
      expect(await again.query('staffCalls', { locationId, now })).toHaveLength(1);
    }
    expect(reported(opened.log)).toHaveLength(before);
    const ids = (good: string) => halls.filter(([text]) => text !== good).map(([, { locationId }]) => locationId);
    expect(unreadable(opened, 'location_queue').toSorted()).toEqual(ids('{}').toSorted());
    expect(unreadable(opened, 'service_queue').toSorted()).toEqual(
      ids('[]')
        .map((id) => `${id}-a`)
        .toSorted(),
    );
    expect(opened.log.events()).not.toContain('store.unexpected-error');
  });

  it('counts as a device with unknown state until its next report', async () => {
    const opened = await open();
    const { store } = opened;
    const kiosk = {
      status: { ...UNKNOWN_STATUS, version: '1.2.3' },
      saidAt: 1,
      isInTouch: true,
      heardAt: 1,
      alarms: [{ kind: 'no-paper', since: 1 }],
    } as const;
    const devices = ['{"version":7}', ...GARBAGE].map((_, place) => ({ ...kiosk, deviceId: `kiosk-${place}` }));
    const note = () => store.run('noteDevices', { locationId: 'hall', devices, gone: [] }, { now: Date.now() });
    value(await note());
    for (const [place, text] of ['{"version":7}', ...GARBAGE].entries()) {
      for (const column of ['status', 'alarms']) {
        await opened.damage(`UPDATE device_state SET ${column} = ? WHERE device_id = 'kiosk-${place}'`, text);
      }
    }
    const kept = await store.query('keptDevices', {});
    expect(kept).toHaveLength(devices.length);
    for (const { status, alarms } of kept)
      expect({ status, alarms }).toMatchObject({ status: UNKNOWN_STATUS, alarms: [] });
    expect(unreadable(opened, 'device_state')).toHaveLength(devices.length);
    value(await note());
    const healed = await store.query('keptDevices', {});
    expect(healed.map(({ status, alarms }) => [status.version, alarms.length])).toEqual(
      devices.map(() => ['1.2.3', 1]),
    );
  });

  it('holds up no event for a webhook, and no entry of its log', async () => {
    const opened = await open();
    const { store } = opened;
    await store.writeSite({
      put: [{ collection: 'webhooks', id: 'ears', body: '{"id":"ears","state":1}' }],
      remove: [],
    });
    const hall = new Hall(store);
    for (const _ of [...GARBAGE, '']) await hall.create();
    const work = async () =>
      (await store.query('webhookWork', { webhookId: 'ears', after: 0, limit: 100 }))?.events ?? [];
    const before = await work();
    expect(before.length).toBeGreaterThan(GARBAGE.length);
    for (const [place, text] of GARBAGE.entries()) {
      await opened.damage(`UPDATE webhook_event SET subject = ? WHERE seq = ${before[place]?.event.sequence}`, text);
    }
    const after = await work();
    expect(after.map(({ event, ticket }) => [event.sequence, ticket?.id])).toEqual(
      before.map(({ event, ticket }) => [event.sequence, ticket?.id]),
    );
    expect(after.at(-1)).toEqual(before.at(-1));
    const damaged = before
      .slice(0, GARBAGE.length)
      .filter((_, place) => GARBAGE[place] !== '{}' && GARBAGE[place] !== '{"id":7}');
    expect(unreadable(opened, 'webhook_event')).toEqual(damaged.map(({ event }) => String(event.sequence)));
  });

  it('keeps no name from being erased: not in a cached answer, nor in the last step of a desk', async () => {
    const opened = await open();
    const { store } = opened;
    for (const [text, hall] of hallsOf(store, [...GARBAGE, `{"ok":true,"value":{"ticket":{"clientName":"${PERSON}"`])) {
      const key = `key of ${hall.locationId}`;
      const ticket = value(await hall.tryCreate({ clientName: PERSON }, { key, fingerprint: 'a' })).ticket;
      const deskId = `${hall.locationId}-desk`;
      await hall.next(deskId);
      await opened.damage(`UPDATE idempotency SET outcome = ? WHERE key = '${key}'`, text);
      if (isPostgres) {
        await opened.damage(
          `UPDATE desk_step SET step = ? WHERE location_id = '${hall.locationId}'`,
          `${text}${ticket.id}`,
        );
        expect(await store.query('deskStep', { locationId: hall.locationId, deskId, now: hall.now })).toBe(null);
      }
      value(await hall.run('erasePerson', { tickets: [ticket.id], appointments: [], mails: [], by: BY }));
      expect((await opened.read(`SELECT outcome FROM idempotency WHERE key = '${key}'`)).join(), text).not.toContain(
        'Joana',
      );
      expect(await store.query('ticket', { ticketId: ticket.id })).toMatchObject({ clientName: '' });
      if (isPostgres)
        expect(await opened.read(`SELECT step FROM desk_step WHERE location_id = '${hall.locationId}'`)).toEqual([]);
    }
    expect(unreadable(opened, 'idempotency')).toHaveLength(GARBAGE.length + 1);
    // One that is whole keeps what names no person; of a card its device goes too.
    const hall = new Hall(store, 'whole');
    for (const flags of [0, FLAG.card]) {
      const given = { key: `whole ${flags}`, fingerprint: 'a' };
      const { ticket } = value(await hall.tryCreate({ clientName: PERSON, note: 'Limps', flags }, given));
      value(await hall.run('erasePerson', { tickets: [ticket.id], appointments: [], mails: [], by: BY }));
      const [kept] = await opened.read(`SELECT outcome FROM idempotency WHERE key = '${given.key}'`);
      const erased = { ...ticket, clientName: '', note: '', ...(flags === 0 ? {} : { deviceId: '' }) };
      expect(JSON.parse(kept ?? '')).toMatchObject({ ok: true, value: { ticket: erased } });
      expect(value(await hall.tryCreate({ clientName: PERSON, note: 'Limps', flags }, given)).ticket).toEqual(erased);
    }
  });

  it('counts as no times in figures of deleted tickets, while their counts stay', async () => {
    const opened = await open();
    const { store } = opened;
    for (const [text, hall] of hallsOf(store, GARBAGE)) {
      const forget = async () => {
        hall.now += 3 * DAY_MS;
        const input = { locationId: hall.locationId, before: hall.now - DAY_MS, clerksBefore: '', limit: 100 };
        value(await hall.run('forgetHistory', input));
      };
      for (let times = 0; times < 2; times += 1) {
        await hall.create();
        value(await hall.tryAnswer('endCall', (await hall.next(`${hall.locationId}-desk`)).answer.id));
        const { now } = hall;
        await forget();
        hall.now = now;
        const [waits = ''] = await opened.read(
          `SELECT waits FROM call_figure WHERE service_id = '${hall.service('a')}'`,
        );
        expect(JSON.parse(waits), text).toEqual(
          times === 0 || text === '[]' ? expect.any(Array) : [expect.any(Number)],
        );
        await opened.damage(`UPDATE call_figure SET waits = ? WHERE service_id = '${hall.service('a')}'`, text);
      }
      const [calls] = await opened.read(`SELECT calls FROM call_figure WHERE service_id = '${hall.service('a')}'`);
      expect(calls).toBe('2');
    }
    expect(unreadable(opened, 'call_figure').length).toBeGreaterThan(0);
  });

  it('of a site item is replaced or removed like any other, with an audit entry', async () => {
    const opened = await open();
    const { store } = opened;
    const item = (id: string, name: string) =>
      ({ collection: 'services', id, body: JSON.stringify({ id, name }) }) as const;
    const ids = GARBAGE.map((_, place) => `service-${place}`);
    await store.writeSite({ put: ids.map((id) => item(id, 'Passports')), remove: [] });
    for (const [place, id] of ids.entries()) {
      await opened.damage(`UPDATE site_item SET body = ? WHERE id = '${id}'`, GARBAGE[place] ?? '');
    }
    await store.writeSite({
      put: ids.slice(1).map((id) => item(id, 'Schools')),
      remove: [{ collection: 'services', id: ids[0] ?? '' }],
    });
    const told = (await store.query('audit', { limit: ids.length })).map(({ itemId, action }) => [itemId, action]);
    expect(told.toSorted()).toEqual(ids.map((id, place) => [id, place === 0 ? 'removed' : 'changed']).toSorted());
    // Where a service is, is still known.
    const hall = new Hall(store);
    await opened.damage(`UPDATE site_item SET body = ? WHERE id = '${ids[1]}'`, '{');
    await hall.create({ serviceId: ids[1] ?? '' });
    await expect(store.query('serviceQueues', { services: [ids[1] ?? ''] })).resolves.toMatchObject([{ waiting: 1 }]);
  });
});

it.each(GARBAGE)('a mark of a restore or of a move such as %j is none', (text) => {
  expect(readRestoredMark(text)).toBe(null);
  expect(() => progressOf(text)).toThrow(TransferError);
});

it.each(GARBAGE)('a backup whose manifest is %j is refused as no backup', async (text) => {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'backup.json'), text);
  await expect(readManifest(folder)).rejects.toThrow(TransferError);
});
