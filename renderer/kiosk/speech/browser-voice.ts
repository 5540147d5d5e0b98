/** The voices that the browser finds on its computer. */
import { openSpeech } from '../../shared/sound/speech.ts';
import type { Voice } from './speaker.ts';

export function browserVoice(speech = openSpeech()): Voice {
  return {
    speaks: (lang) => speech.voiceFor(lang) !== null,
    async say({ text, lang }, manner, signal) {
      const voice = speech.voiceFor(lang);
      return voice !== null && speech.say(text, voice, manner, signal);
    },
  };
}
