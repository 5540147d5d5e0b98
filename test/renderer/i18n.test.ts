import { describe, expect, it } from 'vitest';
import { createTexts } from '../../renderer/shared/i18n.ts';
import { nameOfLanguage } from '../../renderer/shared/language.ts';
import { clockTime } from '../../renderer/shared/time.ts';

const texts = createTexts(
  { help: 'How can we help {{name}}?' },
  new Map([['ar', async () => ({ help: 'كيف يمكننا مساعدة {{name}}؟' })]]),
);
const said = (id: string): string | undefined => texts.ready(id)?.('help', { name: 'you' });

describe('the texts of a page', () => {
  it('are there in English at once, in another language once it has been loaded', async () => {
    expect(said('en')).toBe('How can we help you?');
    expect(said('ar_EG')).toBeUndefined();
    await texts.load('ar_EG');
    expect(said('ar_EG')).toBe('كيف يمكننا مساعدة you؟');
  });

  it('keep their direction as a fallback for a language of the other direction', () => {
    expect(said('fa')).toBe('\u2066How can we help you?\u2069');
    expect(said('he_IL')).toBe('\u2066How can we help you?\u2069');
    expect(said('sv')).toBe('How can we help you?');
  });

  it('of a part that is loaded later are in the current language, with English as fallback', async () => {
    const parts = createTexts(
      { help: 'Help', names: { one: 'One' } },
      new Map([['de', async () => ({ help: 'Hilfe', names: { one: 'Eins' } })]]),
    );
    await parts.load('de');
    const t = parts.ready('de');
    let asked = 0;
    const more = {
      english: { names: { two: 'Two' } },
      loaders: new Map([
        [
          'de',
          async () => {
            asked += 1;
            return { names: { two: 'Zwei' } };
          },
        ],
      ]),
    };
    parts.add(more);
    expect(t?.('names.two')).toBe('Two');
    await parts.load('de');
    parts.add(more);
    await parts.load('de');
    expect([t?.('names.one'), t?.('names.two'), t?.('help'), asked]).toEqual(['Eins', 'Zwei', 'Hilfe', 1]);
    expect(parts.ready('en')?.('names.two')).toBe('Two');
  });

  it('in simple language override the ordinary ones by key, only when simple language is selected', async () => {
    const plain = createTexts(
      { help: 'How can we help you?', wait: 'Please wait' },
      new Map([['pt', async () => ({ help: 'Como podemos ajudar?', wait: 'Espere, por favor' })]]),
    );
    const loaders = new Map([['pt', async () => ({ help: 'De que precisa?' })]]);
    plain.add({ isSimple: true, english: { help: 'What do you need?' }, loaders });
    await plain.load('pt_PT-simple');
    const said = (id: string) => ['help', 'wait'].map((key) => plain.ready(id)?.(key));
    expect(said('pt_PT-simple')).toEqual(['De que precisa?', 'Espere, por favor']);
    expect(said('pt_PT')).toEqual(['Como podemos ajudar?', 'Espere, por favor']);
    expect(said('en-simple')).toEqual(['What do you need?', 'Please wait']);
    expect(said('en')).toEqual(['How can we help you?', 'Please wait']);
  });

  it('count in Portuguese as in Portugal: nought is many', async () => {
    const counted = createTexts(
      { tickets: 'tickets' },
      new Map([['pt', async () => ({ tickets_one: '{{count}} senha', tickets_other: '{{count}} senhas' })]]),
    );
    await counted.load('pt_BR');
    const t = counted.ready('pt');
    expect([0, 1, 2].map((count) => t?.('tickets', { count }))).toEqual(['0 senhas', '1 senha', '2 senhas']);
  });

  it('name a language in the words of the reader', () => {
    expect(nameOfLanguage('ar', 'de')).toBe('Arabisch');
    expect(nameOfLanguage('pt_PT', 'en')).toBe('European Portuguese');
    expect(nameOfLanguage('!', 'en')).toBe('!');
  });

  it('write midnight as 00:00 in every language', () => {
    for (const lang of ['en', 'de', 'fr', 'es', 'pt_PT', 'ar', 'zh'])
      expect(clockTime(Date.parse('2026-11-20T00:05:00Z'), lang, 'UTC')).toContain('00:05');
  });
});
