/**
 * Voice of the program behind the page.
 *
 * The page plays its sound, so that it follows the page's volume, and goes to the headset independent of the computer's
 * default output.
 */
import type { KioskState, Shell } from '../../../main/kiosk/contract/kiosk.ts';
import type { Outlet, SpeechAudience } from './audio-routing.ts';
import type { Voice } from './speaker.ts';

interface HostVoiceParts {
  readonly shell: Shell;
  readonly outlet: Outlet;
  readonly state: () => KioskState | undefined;
}

/** A browser may block sound before a touch; other voices would be blocked too, so do not wait. */
const OPEN_MS = 1_000;
/** Longer texts are spoken by sentence, so that the first is heard while the next is synthesised. */
const MAX_LETTERS = 250;

/** Resolves when the host's voices are known. */
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
    // The text was made for another audience.
    if (outlet.own() !== audience) return false;
    const source = speaker.createBufferSource();
    const gain = speaker.createGain();
    gain.gain.value = volume;
    source.buffer = buffer;
    source.connect(gain).connect(speaker.destination);
    await new Promise<void>((resolve) => {
      // A disconnected device never finishes.
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

/** A short text whole; long sentences are never truncated. */
export function sentencesOf(text: string): readonly string[] {
  if (text.length <= MAX_LETTERS) return [text];
  return text
    .split(/(?<=[.!?。！？؟;:])\s*/u)
    .flatMap((sentence) => sentence.match(new RegExp(`.{1,${MAX_LETTERS}}(?:\\s|$)|.{1,${MAX_LETTERS}}`, 'gsu')) ?? [])
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
