/** A call is made of parts, and none of them takes another with it. */
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '../../../renderer/display/sound/announcer.ts';
import type { Loudspeaker } from '../../../renderer/shared/sound/loudspeaker.ts';
import type { RecordedVoice } from '../../../renderer/shared/sound/recorded-voice.ts';
import type { Speech } from '../../../renderer/shared/sound/speech.ts';
import { calledTicket } from '../../fixtures/display-calls.ts';

afterEach(() => void vi.restoreAllMocks());

/** What this announcer plays of a call in these languages, on a computer without voices. */
async function played(
  voice: RecordedVoice,
  languages: readonly string[],
  chime = (): Promise<void> => Promise.resolve(),
) {
  const heard: string[] = [];
  const loudspeaker: Loudspeaker = {
    isOpen: signal(true),
    open: () => undefined,
    chime,
    play: (addresses) => {
      heard.push(...addresses);
      return Promise.resolve(true);
    },
  };
  const speech: Speech = { voiceFor: () => null, say: () => Promise.resolve(false) };
  const announcer = createAnnouncer({ loudspeaker, speech, recordedVoices: [voice] });
  const phrases = languages.map((lang) => ({ lang, text: null, desk: 'Desk 4' }));
  const call = { ticket: calledTicket('A1'), phrases, chime: true, volume: 1 };
  for (let time = 0; time < 2; time += 1) await announcer.say(call, new AbortController().signal);
  return heard;
}

const words = { a: 'a', '1': '1' };

describe('an announcement', () => {
  it('is made in the other languages where one fails, and that is noted once', async () => {
    const noted = vi.spyOn(console, 'error').mockReturnValue();
    const broken = new Proxy(words, {
      getOwnPropertyDescriptor: () => {
        throw new Error('This one is broken.');
      },
    });
    const voice: RecordedVoice = {
      recordings: () => Promise.resolve({ de: { words: broken, phrase: '' }, en: { words, phrase: '' } }),
      addressOf: (language, file) => `${language}/${file}`,
    };
    expect(await played(voice, ['de', 'en'])).toEqual(['en/a', 'en/1', 'en/a', 'en/1']);
    expect(noted.mock.calls.map(([text]) => String(text))).toEqual(['A call could not be announced (de):']);
  });

  it('is spoken although the chime fails', async () => {
    const noted = vi.spyOn(console, 'error').mockReturnValue();
    const voice: RecordedVoice = {
      recordings: () => Promise.resolve({ en: { words, phrase: '' } }),
      addressOf: (language, file) => `${language}/${file}`,
    };
    expect(await played(voice, ['en'], () => Promise.reject(new Error('No device.')))).toHaveLength(4);
    expect(noted).toHaveBeenCalledTimes(1);
  });
});

it('has a voice where this computer or a recording has one', async () => {
  const loudspeaker: Loudspeaker = {
    isOpen: signal(true),
    open: () => undefined,
    chime: () => Promise.resolve(),
    play: () => Promise.resolve(true),
  };
  const own = { lang: 'de-DE' } as SpeechSynthesisVoice;
  const speech: Speech = { voiceFor: (lang) => (lang === 'de' ? own : null), say: () => Promise.resolve(true) };
  const recorded: RecordedVoice = {
    recordings: () => Promise.resolve({ pt: { words, phrase: '' } }),
    addressOf: (language, file) => `${language}/${file}`,
  };
  const away: RecordedVoice = { recordings: () => Promise.reject(new Error('away')), addressOf: () => '' };
  const announcer = createAnnouncer({ loudspeaker, speech, recordedVoices: [away, recorded] });
  const has = await Promise.all(['de', 'pt_PT', 'ar'].map((lang) => announcer.hasVoice(lang)));
  expect(has).toEqual([true, true, false]);
});
