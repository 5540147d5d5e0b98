/** What a display says of itself to staff. */
import { expect, it } from 'vitest';
import type { DisplaySettings } from '../../../main/site/contract/site.ts';
import { SILENCE } from '../../../renderer/display/announcements.ts';
import { boardOf } from '../../../renderer/display/board.ts';
import { languagesToSpeak, ownStatus } from '../../../renderer/display/own-status.ts';
import { pageFacts } from '../../../renderer/shared/page-facts.ts';
import { calledTicket, displayOf, liveState } from '../../fixtures/display-calls.ts';

const LETTERS = { of: '', cm: 1040, lines: 5 };
const NOON = Date.parse('2026-11-20T12:00:00Z');

function status(settings: Partial<DisplaySettings>, isOpen = true, calls: readonly string[] = []) {
  const display = displayOf({ chime: false, voice: false, volume: 80, volume_hours: [], ...settings });
  const state = liveState({ calls: calls.map((label) => calledTicket(label)) });
  const voices = new Map([
    ['en', true],
    ['pt_PT', true],
    ['ar', false],
  ]);
  return ownStatus(display, boardOf(display, state, SILENCE), { isOpen, loop: 'on', voices }, LETTERS, NOON);
}

it('names the newest call that it shows, and what it shows', () => {
  expect(status({}, true, ['A003', 'A002'])).toMatchObject({ screen: 'calls', last_call: 'A003' });
  expect(status({})).toMatchObject({ screen: 'idle', last_call: '' });
});

it('says from how far it can be read, and for how many lines it has room', () => {
  expect(status({})).toMatchObject({ readable_cm: 1040, list_lines: 5 });
});

it('says whether it is heard', () => {
  expect(status({ chime: true }).sound).toBe('on');
  expect(status({ voice: true }).sound).toBe('on');
  expect(status({ chime: true }, false).sound).toBe('blocked');
  expect(status({ chime: true, volume: 0 }).sound).toBe('off');
  expect(status({ chime: true, volume_hours: [{ from: '11:00', to: '13:00', volume: 0 }] }).sound).toBe('off');
  expect(status({}, false).sound).toBe('off');
});

it('says whether its induction loop is fed, and speaks there in a quiet place', () => {
  expect(status({}).loop).toBe('on');
  const quiet = displayOf({ quiet: true, voice: true, loop_output: 'Loop' });
  expect(languagesToSpeak(quiet)).toEqual(languagesToSpeak(displayOf({ voice: true })));
});

it('says of a quiet place that it never sounds, and has no language to speak there', () => {
  expect(status({ quiet: true, chime: true, voice: true, volume: 100 })).toMatchObject({ sound: 'quiet' });
  expect(status({ quiet: true, voice: true }, false).sound).toBe('quiet');
  expect(
    languagesToSpeak({ ...displayOf({ quiet: true, voice: true, voice_languages: ['en'] }), languages: ['en'] }),
  ).toEqual([]);
});

it('says for which of its languages it has a voice, and for which it has none', () => {
  expect(status({ voice: true })).toMatchObject({ voices: 'en pt_PT', voiceless: 'ar' });
});

it('needs the languages of its voice, else its own first one, and none without a voice', () => {
  const speaks = (settings: Partial<DisplaySettings>, languages: readonly string[]) =>
    languagesToSpeak({ ...displayOf(settings), languages: [...languages] });
  expect(speaks({ voice: true, voice_languages: ['pt_PT', 'ar'] }, ['en'])).toEqual(['pt_PT', 'ar']);
  expect(speaks({ voice: true, voice_languages: [] }, ['de', 'en'])).toEqual(['de']);
  expect(speaks({ voice: false, voice_languages: ['pt_PT'] }, ['de'])).toEqual([]);
});

it('reports its size in screen pixels', () => {
  const page = { innerWidth: 960, innerHeight: 540, devicePixelRatio: 2 } as Window;
  expect(pageFacts(page).screen_size).toBe('1920×1080');
});
