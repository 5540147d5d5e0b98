/** Words for the pictures of a display stay with their pictures, whatever is done to those. */
import { expect, it } from 'vitest';
import { textsMoved, textsOfMedia, textsToKeep } from '../../../renderer/admin/fields/media-texts.ts';

const said = (text: string, pt = '') => ({ text, translations: pt === '' ? {} : { pt_PT: { text: pt } } });
const NOTHING = said('');
const MEDIA = ['bridge.png', 'tower.png', 'square.png'];
const TEXTS = [said('The bridge', 'A ponte'), NOTHING, said('The square')];

it('there is an entry for each picture, whatever the site has', () => {
  expect(textsOfMedia(MEDIA, undefined)).toEqual([NOTHING, NOTHING, NOTHING]);
  expect(textsOfMedia(MEDIA, [{ text: 'The bridge' }])).toEqual([said('The bridge'), NOTHING, NOTHING]);
  // What somebody has emptied is no translation.
  expect(textsOfMedia(['a.png'], [{ text: 'A', translations: { pt_PT: { text: '' } } }])).toEqual([said('A')]);
});

it.each([
  ['one is put elsewhere', ['square.png', 'bridge.png', 'tower.png'], [TEXTS[2], TEXTS[0], NOTHING]],
  ['one is taken away', ['tower.png', 'square.png'], [NOTHING, TEXTS[2]]],
  ['one is added before', ['new.png', ...MEDIA], [NOTHING, ...TEXTS]],
  ['the name of one is being written', ['bridg.png', 'tower.png', 'square.png'], TEXTS],
  ['two change their places', ['tower.png', 'bridge.png', 'square.png'], [NOTHING, TEXTS[0], TEXTS[2]]],
])('where %s the words go with their picture', (_what, after, texts) => {
  expect(textsMoved(MEDIA, after, TEXTS)).toEqual(texts);
});

it('nothing is kept of pictures behind the last one that has words', () => {
  expect(textsToKeep([NOTHING, said('', 'A torre'), NOTHING])).toEqual([NOTHING, said('', 'A torre')]);
  expect(textsToKeep([NOTHING, NOTHING])).toEqual([]);
});
