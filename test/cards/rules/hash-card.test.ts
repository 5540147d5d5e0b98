import { describe, expect, it } from 'vitest';
import { cardRule } from '../../../main/cards/rules/hash-card.ts';
import { type CardRead, CardValue } from '../../../main/kiosk/contract/reader.ts';

const card = (rule: CardRead['rule'], device = '', value = '0004A1B2'): CardRead => ({
  value: new CardValue(value),
  name: new CardValue('Anna'),
  rule,
  device,
});
const devices = new Map([['0004A1B2', 'vip-card']]);
const deviceOf = (code: string): string | null => devices.get(code) ?? null;
const never = (): never => {
  throw new Error('nothing was to be looked up');
};

describe('a card adds to the ticket', () => {
  it('the reader’s own device', () => {
    expect(cardRule(card('reader', 'door'), never)).toMatchObject({ ok: true, value: { deviceId: 'door' } });
  });

  it('the device whose code it says', () => {
    expect(cardRule(card('table'), deviceOf)).toMatchObject({ ok: true, value: { deviceId: 'vip-card' } });
  });

  it('its own value', () => {
    expect(cardRule(card('raw', 'door'), never)).toMatchObject({ ok: true, value: { deviceId: '0004A1B2' } });
  });

  it('the name that stood on it', () => {
    const used = cardRule(card('raw'), never);
    expect(used.ok && used.value.clientName?.reveal()).toBe('Anna');
    expect(JSON.stringify(used)).not.toContain('Anna');
  });

  it('nothing when it is unknown', () => {
    const unknown = { ok: false, error: 'card-unknown' };
    expect(cardRule(card('table', '', 'FFFF'), deviceOf)).toEqual(unknown);
    expect(cardRule(card('reader'), never)).toEqual(unknown);
    expect(cardRule(card('raw', '', 'x'.repeat(201)), never)).toEqual(unknown);
  });
});
