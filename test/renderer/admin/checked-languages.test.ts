/** Who has checked the texts of a language, as its folder says. */
import { expect, it } from 'vitest';
import { checkersOf } from '../../../renderer/admin/model/checked-languages.ts';

const ABOUTS = {
  '../../../assets/locales/pt/about.json': { checkedBy: ['Somebody', 'Somebody Else'] },
  '../../../assets/locales/ja/about.json': { checkedBy: [] },
};

it('is known for a language in any spelling of its region, and only for built-in languages', () => {
  expect(checkersOf('pt_PT', ABOUTS)).toEqual(['Somebody', 'Somebody Else']);
  expect(checkersOf('JA', ABOUTS)).toEqual([]);
  expect(checkersOf('eo', ABOUTS)).toBeNull();
});
