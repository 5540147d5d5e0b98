/**
 * The voice of the program behind the page. Its sound is played here, so that it has the volume of the page, and goes to the headset
 * where there is one, whatever else the computer plays to its loudspeaker.
 */
import type { KioskState, Shell } from '../../../main/kiosk/contract/kiosk.ts';
import type { Outlet, SpeechAudience } from './audio-routing.ts';
import type { Voice } from './speaker.ts';

interface HostVoiceParts {
  readonly shell: Shell;
  readonly outlet: Outlet;
  readonly state: () => KioskState | undefined;
}

/** A browser that was not touched yet may hold sound back; then another voice is no better, but the visitor waits for none. */
const OPEN_MS = 1_000;
/** Longer things are said sentence by sentence: the first is heard while the second is made. */
const MAX_LETTERS = 250;

/** Resolves when the host has said what it can. */
export async function hostVoice({ shell, outlet, state }: HostVoiceParts): Promise<Voice> {
  const answer = await shell.call('voices', {});
  const can = new Set((answer.ok ? (answer.voices ?? []) : []).map(baseOf));

  async function opened(): Promise<AudioContext | null> {
    const { context } = outlet;
    if (context.state !== 'running') {
      const patience = new Promise<void>((resolve) => window.setTimeout(resolve, OPEN_MS));
      await Promise.race([context.resume(), patience]).catch(() => undefined);
    }
    return context.state === 'running' ? context : null;
  }

  async function play(sound: string, volume: number, audience: SpeechAudience, signal: AbortSignal): Promise<boolean> {
    const speaker = await opened();
    if (speaker === null) return false;
    const bytes = Uint8Array.from(atob(sound), (sign) => sign.charCodeAt(0));
    const buffer = await speaker.decodeAudioData(bytes.buffer);
    if (signal.aborted) return true;
    // The text was made for those ears.
    if (outlet.own() !== audience) return false;
    const source = speaker.createBufferSource();
    const gain = speaker.createGain();
    gain.gain.value = volume;
    source.buffer = buffer;
    source.connect(gain).connect(speaker.destination);
    await new Promise<void>((resolve) => {
      // A device that has gone plays on for ever.
      const deadline = window.setTimeout(resolve, buffer.duration * 1000 + 3_000);
      source.onended = () => {
        window.clearTimeout(deadline);
        resolve();
      };
      signal.addEventListener('abort', () => {
        source.stop();
        resolve();
      });
      source.start();
    });
    gain.disconnect();
    return true;
  }

  return {
    speaks: (lang) => can.has(baseOf(lang)),
    lead: outlet.lead,
    audience: outlet.own,
    async say({ text, lang }, { volume, rate }, signal) {
      const audience = outlet.own();
      const language = state()?.languages.find(({ id }) => id.replaceAll('_', '-') === lang)?.id ?? lang;
      for (const sentence of sentencesOf(text)) {
        const made = await shell.call('speak', { text: sentence, lang: language, rate });
        if (signal.aborted) return true;
        if (!made.ok || made.sound === undefined || !(await play(made.sound, volume, audience, signal))) return false;
        if (signal.aborted) return true;
      }
      return true;
    },
  };
}

function baseOf(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? language;
}

/** Whole where it is short; nothing is lost where a sentence is long. */
export function sentencesOf(text: string): readonly string[] {
  if (text.length <= MAX_LETTERS) return [text];
  return text
    .split(/(?<=[.!?。！？؟;:])\s*/u)
    .flatMap((sentence) => sentence.match(new RegExp(`.{1,${MAX_LETTERS}}(?:\\s|$)|.{1,${MAX_LETTERS}}`, 'gsu')) ?? [])
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
