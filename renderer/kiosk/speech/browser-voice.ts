/** The voices that the browser finds on its computer. A page cannot say where they are heard: it is where the computer sends sound by itself. */
import { openSpeech } from '../../shared/sound/speech.ts';
import type { Outlet } from './audio-routing.ts';
import type { Voice } from './speaker.ts';

export function browserVoice({ usual }: Outlet, speech = openSpeech()): Voice {
  return {
    speaks: (lang) => speech.voiceFor(lang) !== null,
    audience: usual,
    async say({ text, lang }, manner, signal) {
      const voice = speech.voiceFor(lang);
      return voice !== null && speech.say(text, voice, manner, signal);
    },
  };
}
