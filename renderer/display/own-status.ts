/**
 * Status report of the display: content, sound, and spoken languages.
 */
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { Board } from './board.ts';
import type { Letters } from './legibility.ts';
import { volumeAt } from './volume.ts';

export interface SoundState {
  /** Whether the browser allows sound. */
  readonly isOpen: boolean;
  readonly loop: DeviceStatus['loop'];
  /** Languages to speak, and whether a voice or recording is available. */
  readonly voices: ReadonlyMap<string, boolean>;
}

type OwnStatus = Pick<
  DeviceStatus,
  'screen' | 'last_call' | 'sound' | 'loop' | 'voices' | 'voiceless' | 'readable_cm' | 'list_lines'
>;

export function ownStatus(
  { settings, location }: Pick<DisplayAnswer, 'settings' | 'location'>,
  board: Board,
  { isOpen, loop, voices }: SoundState,
  letters: Letters,
  now: number,
): OwnStatus {
  const languages = (has: boolean): string =>
    [...voices].flatMap(([lang, found]) => (found === has ? [lang] : [])).join(' ');
  const isToSound = (settings.chime || settings.voice) && volumeAt(settings, now, location.timezone) > 0;
  return {
    screen: board.kind,
    last_call: (board.focus ?? board.lines[0]?.ticket)?.label ?? '',
    sound: settings.quiet ? 'quiet' : isToSound ? (isOpen ? 'on' : 'blocked') : 'off',
    loop,
    voices: languages(true),
    voiceless: languages(false),
    readable_cm: letters.cm,
    list_lines: letters.lines,
  };
}

/** Languages in which every call is spoken; none without a voice, or for a quiet display without an induction loop. */
export function languagesToSpeak({
  settings,
  languages,
}: Pick<DisplayAnswer, 'settings' | 'languages'>): readonly string[] {
  if (!settings.voice || (settings.quiet && settings.loop_output === '')) return [];
  return settings.voice_languages.length > 0 ? settings.voice_languages : languages.slice(0, 1);
}
