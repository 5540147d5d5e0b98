import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { undoneWords } from '../../../renderer/counter/undo/step-words.ts';
import { readTexts } from '../../helpers/locale-texts.ts';

describe('undoneWords', () => {
  const i18n = createInstance();
  beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: readTexts('en', 'clerk') } } }));

  it.each([
    ['callnextticket', 'Undone. B002 is back in the queue; nothing was announced.'],
    ['callticket', 'Undone. B002 is back in the queue; nothing was announced.'],
    ['endcall', 'Undone. B002 is back at this desk; nothing was announced.'],
    ['transfercall', 'Undone. B002 is back at this desk; nothing was announced.'],
    // A paused or missed ticket does not return to the queue.
    ['callpausedticket', 'Undone. B002 is as it was before; nothing was announced.'],
    ['changeticket', 'Undone. B002 is as it was before; nothing was announced.'],
  ])('names the state after the undo of %s', (what, words) => {
    expect(undoneWords({ what, label: 'B002' }, i18n.t)).toBe(words);
  });
});
