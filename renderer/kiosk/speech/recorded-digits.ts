/** Where no voice speaks a language: the number of a ticket alone, sign by sign, in the recorded words that displays have too. */
import type { Loudspeaker } from '../../shared/sound/loudspeaker.ts';
import { fileOf, latinDigits } from '../../shared/sound/recorded-number.ts';
import { type RecordedVoice, recordedLanguage } from '../../shared/sound/recorded-voice.ts';
import type { Outlet } from './outlet.ts';
import type { Voice } from './speaker.ts';

/** @param loudspeaker that plays through the context of the outlet */
export function recordedDigits(
  { lead, own }: Outlet,
  loudspeaker: Loudspeaker,
  voices: readonly RecordedVoice[],
): Voice {
  return {
    speaks: (_lang, utterance) => utterance?.number !== undefined,
    lead,
    audience: own,
    async say({ number = '', lang }, { volume }, signal) {
      loudspeaker.open();
      for (const { recordings, addressOf } of voices) {
        const all = await recordings();
        const language = recordedLanguage(Object.keys(all), lang);
        const words = language === null ? {} : (all[language]?.words ?? {});
        const files = [...latinDigits(number)]
          .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
          .map((sign) => fileOf(words, sign));
        if (language === null || files.length === 0 || files.includes(null)) continue;
        const addresses = files.map((file) => addressOf(language, file ?? ''));
        if (await loudspeaker.play(addresses, volume, signal)) return true;
        if (signal.aborted) return true;
      }
      return false;
    },
  };
}
