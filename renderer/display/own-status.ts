/**
 * Status report of the display.
 *
 * What it shows, whether it is heard, and in which languages it can speak.
 */
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { Board } from './board.ts';
import type { Letters } from './legibility.ts';
import { volumeAt } from './volume.ts';

export interface SoundState {
  /** Whether the browser lets the page sound. */
  readonly isOpen: boolean;
  readonly loop: DeviceStatus['loop'];
  /** Languages that it is to speak, with whether this computer or a recording has a voice for it. */
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

/** The languages in which calls are spoken whatever the visitor speaks; none without a voice, and in a quiet place without a loop. */
export function languagesToSpeak({
  settings,
  languages,
}: Pick<DisplayAnswer, 'settings' | 'languages'>): readonly string[] {
  if (!settings.voice || (settings.quiet && settings.loop_output === '')) return [];
  return settings.voice_languages.length > 0 ? settings.voice_languages : languages.slice(0, 1);
}
