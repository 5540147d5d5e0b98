import { describe, expect, it } from 'vitest';
import { createTexts } from '../../renderer/shared/i18n.ts';

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

  it('keep their direction where they stand in for a language that is written the other way round', () => {
    expect(said('fa')).toBe('\u2066How can we help you?\u2069');
    expect(said('he_IL')).toBe('\u2066How can we help you?\u2069');
    expect(said('sv')).toBe('How can we help you?');
  });
});
