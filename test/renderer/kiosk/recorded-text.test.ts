/** A text of the kiosk put together from recordings that are named after what they say. */
import { expect, it } from 'vitest';
import { bySaying, recordedText } from '../../../renderer/kiosk/speech/recorded-text.ts';

/** As files of a house are named: by their words, with whatever signs a file may have. */
const words = bySaying(
  Object.fromEntries(
    [
      'touch the service you need',
      'about',
      'min',
      '3-people-wait',
      'people wait',
      '5',
      '10',
      '40-and',
      '2',
      'שירות',
    ].map((name) => [name, `${name}.mp3`]),
  ),
);

it.each([
  ['a whole sentence, whatever its signs and capitals', 'Touch the service you need!', ['touch the service you need']],
  ['a sentence with its number, if that is recorded', '3 people wait', ['3-people-wait']],
  ['else the number by itself', '42 people wait.', ['40-and', '2', 'people wait']],
  ['one sentence after the other, with their phrases', 'שירות. About 5–10 min', ['שירות', 'about', '5', '10', 'min']],
  ['figures of any script', 'About ٥ min', ['about', '5', 'min']],
  ['marks of direction are not heard', '\u2068שירות\u2069', ['שירות']],
])('%s', (_words, text, files) => {
  expect(recordedText(words, text)).toEqual(files.map((name) => `${name}.mp3`));
});

it.each([
  ['nothing of what is recorded in part', 'Touch the service you need. Then wait.'],
  ['a number that is not there', 'About 7 min'],
  ['a word of it', 'about the service'],
])('%s is not said', (_words, text) => {
  expect(recordedText(words, text)).toBeNull();
});
