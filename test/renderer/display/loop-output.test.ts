/** The output of sound for an induction loop: found by its name, and never mistaken for that of the room. */
import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createAnnouncer } from '../../../renderer/display/sound/announcer.ts';
import { openLoopOutput, roomAndLoop } from '../../../renderer/display/sound/loop-output.ts';
import type { Loudspeaker } from '../../../renderer/shared/sound/loudspeaker.ts';
import type { SinkContext } from '../../../renderer/shared/sound/sink-context.ts';
import type { Speech } from '../../../renderer/shared/sound/speech.ts';
import { calledTicket } from '../../fixtures/display-calls.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A computer with these outputs of sound, of which a page gets all but those that are refused. */
function computer(names: readonly string[], { refuses = [] as readonly string[], state = 'running' } = {}) {
  let outputs = names;
  const device = (label: string) => ({ kind: 'audiooutput', label, deviceId: label, groupId: label });
  const media = Object.assign(new EventTarget(), {
    enumerateDevices: () =>
      Promise.resolve([{ ...device(`Default - ${outputs[0]}`), deviceId: 'default' }, ...outputs.map(device)]),
  });
  const context = Object.assign(new EventTarget(), {
    state,
    sinkId: '',
    setSinkId(id: string) {
      if (refuses.includes(id)) return Promise.reject(new Error('No such output.'));
      context.sinkId = id;
      return Promise.resolve();
    },
  });
  const loop = openLoopOutput({
    media: media as unknown as MediaDevices,
    makeContext: () => context as unknown as SinkContext,
  });
  return {
    loop,
    context,
    async lead(name: string): Promise<void> {
      loop.lead(name);
      await turn();
    },
    async plug(all: readonly string[]): Promise<void> {
      outputs = all;
      media.dispatchEvent(new Event('devicechange'));
      await turn();
    },
  };
}

describe('the output of an induction loop', () => {
  it('is the one whose name contains the configured name', async () => {
    const { loop, context, lead } = computer(['Speakers', 'USB Audio LOOP 2', 'HDMI']);
    expect(loop.state.value).toBe('');
    await lead(' audio loop ');
    expect(context.sinkId).toBe('USB Audio LOOP 2');
    expect(loop.state.value).toBe('on');
    await lead('');
    expect(loop.state.value).toBe('');
  });

  it('is absent where there is none of that name, or the page does not get it, and comes when it is plugged in', async () => {
    const none = computer(['Speakers']);
    await none.lead('Loop');
    expect(none.loop.state.value).toBe('absent');
    await none.plug(['Speakers', 'Loop']);
    expect(none.loop.state.value).toBe('on');
    await none.plug(['Speakers']);
    expect(none.loop.state.value).toBe('absent');
    const refused = computer(['Speakers', 'Loop'], { refuses: ['Loop'] });
    await refused.lead('Loop');
    expect(refused.loop.state.value).toBe('absent');
    expect(await refused.loop.play(['a.mp3'], new AbortController().signal)).toBe(false);
  });

  it('is never the one in use by another name', async () => {
    const { loop, lead } = computer(['Speakers']);
    await lead('Default');
    expect(loop.state.value).toBe('absent');
  });

  it('waits for a touch where the browser does', async () => {
    const { loop, lead } = computer(['Loop'], { state: 'suspended' });
    await lead('Loop');
    expect(loop.state.value).toBe('blocked');
  });
});

describe('a call', () => {
  const played: string[] = [];
  const room: Loudspeaker = {
    isOpen: signal(true),
    open: () => undefined,
    chime: (volume) => Promise.resolve(void played.push(`room chime ${volume}`)),
    play: (words, volume) => Promise.resolve(played.push(`room ${words.join(' ')} ${volume}`) > 0),
  };
  const speech: Speech = {
    voiceFor: () => ({ lang: 'en' }) as SpeechSynthesisVoice,
    say: (text) => Promise.resolve(played.push(`voice ${text}`) > 0),
  };
  const voice = (words: Readonly<Record<string, string>>) => ({
    recordings: () => Promise.resolve({ en: { words, phrase: '' } }),
    addressOf: (_language: string, file: string) => file,
  });
  /** What is heard of it where. */
  async function heard(
    volume: number,
    state: 'on' | 'absent',
    words: Readonly<Record<string, string>> = { a: 'a', '1': '1' },
  ) {
    played.splice(0);
    const isOn = state === 'on';
    const loop = {
      state: signal(state),
      lead: () => undefined,
      open: () => undefined,
      chime: () => Promise.resolve(void (isOn && played.push('loop chime'))),
      play: (files: readonly string[]) => Promise.resolve(isOn && played.push(`loop ${files.join(' ')}`) > 0),
    };
    const announcer = createAnnouncer({
      loudspeaker: roomAndLoop(room, loop),
      speech,
      recordedVoices: [voice(words)],
      isRecordedFirst: () => loop.state.value === 'on',
    });
    const phrases = [{ lang: 'en', text: 'A 1', desk: '' }];
    await announcer.say({ ticket: calledTicket('A1'), phrases, chime: true, volume }, new AbortController().signal);
    return [...played].sort();
  }

  it('is heard in the room and in the loop by recorded words, as loud as the room is to be', async () => {
    expect(await heard(0.4, 'on')).toEqual(['loop a 1', 'loop chime', 'room a 1 0.4', 'room chime 0.4']);
  });

  it('is heard in the loop alone where the room is to be quiet', async () => {
    expect(await heard(0, 'on')).toEqual(['loop a 1', 'loop chime']);
  });

  it('is spoken in the room without a recording, or without the loop', async () => {
    expect(await heard(0.4, 'on', {})).toEqual(['loop chime', 'room chime 0.4', 'voice A 1']);
    expect(await heard(0.4, 'absent')).toEqual(['room chime 0.4', 'voice A 1']);
    expect(await heard(0, 'absent')).toEqual([]);
  });
});
