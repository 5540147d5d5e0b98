/** Mail rules: addresses, retries, settings and replies. */
import { describe, expect, it } from 'vitest';
import { isMailAddress, readSender } from '../../../main/mail/rules/mail-address.ts';
import { type MailSettings, mailSettingFaults, senderOf } from '../../../main/mail/rules/mail-settings.ts';
import { afterMailTry, isTooLate, MAIL_FOR_MS, shownReply } from '../../../main/mail/rules/mail-tries.ts';

const MINUTE = 60_000;

describe('an address', () => {
  it.each(['ana@example.org', 'a.b+c@mail.example', 'josé@exemplo.pt', 'root@localhost', '用户@例子.广告'])(
    '%s is one',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ana',
    'ana@',
    '@example.org',
    'ana@example..org',
    'ana @example.org',
    'ana@example.org\r\nBcc: eve@example.org',
    'ana@example.org,eve@example.org',
    '<ana@example.org>',
    `${'a'.repeat(250)}@example.org`,
  ])('%j is none', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });

  it('can have a name before it, in the sender', () => {
    expect(readSender('Câmara Municipal <senhas@pontalva.example>')).toEqual({
      name: 'Câmara Municipal',
      address: 'senhas@pontalva.example',
    });
    expect(readSender('senhas@pontalva.example')).toEqual({ name: '', address: 'senhas@pontalva.example' });
    expect(readSender('Câmara <senhas>')).toBeNull();
    expect(readSender('Hall\r\nBcc: <eve@example.org>')).toBeNull();
  });
});

describe('after an attempt', () => {
  const made = Date.parse('2026-11-20T09:00:00Z');

  it('the backoff grows to an hour at most, and delivery fails after a day', () => {
    let now = made;
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const { state, nextTryAt } = afterMailTry('later', attempts, { kind: 'report', createdAt: made, now, random: 1 });
      if (state === 'failed') break;
      waits.push((nextTryAt - now) / MINUTE);
      now = nextTryAt;
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(now - made).toBeLessThanOrEqual(MAIL_FOR_MS);
    expect(now - made).toBeGreaterThan(MAIL_FOR_MS - 61 * MINUTE);
  });

  it('the backoff is at least half of that, so that retries are spread', () => {
    const at = (random: number) =>
      afterMailTry('connection', 3, { kind: 'report', createdAt: made, now: made, random }).nextTryAt - made;
    expect([at(0), at(0.5), at(1)]).toEqual([2 * MINUTE, 3 * MINUTE, 4 * MINUTE]);
  });

  it('a link for a new password is useless after its 30 minutes', () => {
    const at = (minutes: number) =>
      ({ kind: 'password', createdAt: made, now: made + minutes * MINUTE, random: 1 }) as const;
    expect(afterMailTry('later', 1, at(28)).state).toBe('waiting');
    expect(afterMailTry('later', 1, at(30)).state).toBe('failed');
    expect([30, 31].map((minutes) => isTooLate('password', made, made + minutes * MINUTE))).toEqual([false, true]);
    expect(isTooLate('report', made, made + 48 * 60 * MINUTE)).toBe(false);
  });

  it('delivery ends when sent or rejected permanently', () => {
    const once = { kind: 'report', createdAt: made, now: made, random: 1 } as const;
    expect(afterMailTry('', 1, once)).toEqual({ state: 'sent', nextTryAt: 0 });
    expect(afterMailTry('refused', 1, once)).toEqual({ state: 'failed', nextTryAt: 0 });
  });
});

describe('the reply of a mail server', () => {
  it('is shown without addresses, on one line', () => {
    expect(shownReply('550 5.1.1 <ana@pontalva.example>: Recipient\r\n rejected')).toBe(
      '550 5.1.1 …: Recipient rejected',
    );
    expect(shownReply('250-ok\n250 queued as 4F2')).toBe('250-ok 250 queued as 4F2');
    expect(shownReply(`451 ${'x'.repeat(900)}`)).toHaveLength(301);
  });

  it('is empty if it is no mail server', () => {
    expect(shownReply('SSH-2.0-OpenSSH_9.9')).toBe('');
    expect(shownReply('HTTP/1.1 400 Bad Request')).toBe('');
  });
});

describe('the settings', () => {
  const good: MailSettings = {
    mail_server: 'mail.pontalva.example',
    mail_port: 587,
    mail_security: 'starttls',
    mail_user: 'queue',
    mail_from: 'Hall <queue@pontalva.example>',
  };

  it('can be omitted completely', () => {
    expect(mailSettingFaults({ ...good, mail_server: '', mail_from: 'nonsense' })).toEqual([]);
    expect(senderOf({ ...good, mail_server: '' })).toBeNull();
    expect(senderOf(good)?.address).toBe('queue@pontalva.example');
  });

  it.each([
    [{}, []],
    [{ mail_server: '192.168.1.9' }, []],
    [{ mail_server: 'fd00::9' }, []],
    [{ mail_server: 'mail.example:25' }, ['mail_server']],
    [{ mail_server: 'smtp://mail.example' }, ['mail_server']],
    [{ mail_from: 'hall' }, ['mail_from']],
    [{ mail_security: 'none' }, ['mail_security']],
    [{ mail_security: 'none', mail_user: '' }, []],
  ] as const)('%j: %j', (change, faults) => {
    expect(mailSettingFaults({ ...good, ...change }).map(([name]) => name)).toEqual(faults);
  });
});
