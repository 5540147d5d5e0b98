/** Audience of a kiosk’s speech, by its settings and the audio outputs of the computer. */
import { describe, expect, it } from 'vitest';
import type { KioskSpeech } from '../../../main/kiosk/contract/kiosk-access.ts';
import { openOutlet } from '../../../renderer/kiosk/speech/audio-routing.ts';
import { watchHeadset } from '../../../renderer/kiosk/speech/headset.ts';
import type { SinkContext } from '../../../renderer/shared/sound/sink-context.ts';

interface Plugged {
  readonly id: string;
  readonly group?: string;
}

const SPEAKERS: Plugged = { id: 'speakers' };
const HEADSET: Plugged = { id: 'headset' };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Computer with loudspeakers; `usual` is its default output. */
async function computer({
  speakers = SPEAKERS,
  refuses = [] as readonly string[],
  speech = 'headset' as KioskSpeech,
} = {}) {
  let outputs: readonly MediaDeviceInfo[] = [];
  const set = (plugged: readonly Plugged[], usual: Plugged): void => {
    const device = (id: string, groupId: string) => ({ kind: 'audiooutput', label: '', deviceId: id, groupId });
    const group = ({ id, group: shared = id }: Plugged): string => shared;
    const all = [device('default', group(usual)), ...plugged.map((each) => device(each.id, group(each)))];
    outputs = all as unknown as readonly MediaDeviceInfo[];
  };
  set([speakers], speakers);
  const media = Object.assign(new EventTarget(), { enumerateDevices: () => Promise.resolve(outputs) });
  const headset = watchHeadset(media as unknown as MediaDevices);
  await turn();
  let sinkId = '';
  const context = {
    get sinkId() {
      return sinkId;
    },
    setSinkId(id: string) {
      if (refuses.includes(id)) return Promise.reject(new Error('No such output.'));
      sinkId = id;
      return Promise.resolve();
    },
  } as unknown as SinkContext;
  const refused: boolean[] = [];
  const outlet = openOutlet({ headset, speech: () => speech, context, onRefused: (isSo) => void refused.push(isSo) });
  return {
    headset,
    /** Reports to staff of a headset that rejects sound. */
    refused,
    async plug(plugged: readonly Plugged[], usual: Plugged) {
      set(plugged, usual);
      media.dispatchEvent(new Event('devicechange'));
      await turn();
    },
    async heard() {
      await outlet.lead();
      return { own: outlet.own(), usual: outlet.usual(), sinkId };
    },
    own: outlet.own,
  };
}

describe('the audience of a kiosk’s speech', () => {
  it('is the visitor with the headset, on its own output, while a browser voice would reach the hall', async () => {
    const { plug, heard } = await computer();
    expect(await heard()).toEqual({ own: 'nobody', usual: 'nobody', sinkId: '' });
    await plug([SPEAKERS, HEADSET], SPEAKERS);
    expect(await heard()).toEqual({ own: 'visitor', usual: 'nobody', sinkId: 'headset' });
    await plug([SPEAKERS, HEADSET], HEADSET);
    expect(await heard()).toEqual({ own: 'visitor', usual: 'visitor', sinkId: 'headset' });
    await plug([SPEAKERS], SPEAKERS);
    expect(await heard()).toEqual({ own: 'nobody', usual: 'nobody', sinkId: '' });
  });

  it('is empty where the headset rejects sound, unless all sound of the computer goes there anyway', async () => {
    const { plug, heard, refused } = await computer({ refuses: ['headset'] });
    expect([await heard(), refused]).toMatchObject([{ own: 'nobody' }, []]);
    await plug([SPEAKERS, HEADSET], SPEAKERS);
    expect(await heard()).toMatchObject({ own: 'nobody', sinkId: '' });
    expect(refused).toEqual([true]);
    await plug([SPEAKERS, HEADSET], HEADSET);
    expect(await heard()).toMatchObject({ own: 'visitor', sinkId: '' });
    expect(refused).toEqual([true, false]);
    await plug([SPEAKERS, HEADSET], SPEAKERS);
    await heard();
    await plug([SPEAKERS], SPEAKERS);
    expect(refused).toEqual([true, false, true, false]);
  });

  it('is empty once the headset is gone, until sound has another output', async () => {
    const { plug, heard, own } = await computer({ speech: 'loudspeaker' });
    await plug([SPEAKERS, HEADSET], SPEAKERS);
    expect(await heard()).toMatchObject({ own: 'visitor', usual: 'hall' });
    await plug([SPEAKERS], SPEAKERS);
    expect(own()).toBe('nobody');
    expect(await heard()).toEqual({ own: 'hall', usual: 'hall', sinkId: '' });
  });

  it('is the hall, if configured, where one sound device has outputs for both', async () => {
    const jack = { id: 'jack', group: 'card' };
    const speakers = { id: 'speakers', group: 'card' };
    const { plug, heard } = await computer({ speakers, refuses: ['jack'], speech: 'loudspeaker' });
    await plug([speakers, jack], jack);
    expect(await heard()).toMatchObject({ own: 'hall', usual: 'hall' });
  });

  it('is only the visitor if configured, and while a jack reports a plug', async () => {
    expect(await (await computer({ speech: 'private' })).heard()).toMatchObject({ own: 'visitor', usual: 'visitor' });
    const { headset, heard } = await computer();
    headset.tell(true);
    expect(await heard()).toMatchObject({ own: 'visitor', usual: 'visitor' });
    headset.tell(false);
    expect(await heard()).toMatchObject({ own: 'nobody', usual: 'nobody' });
  });
});
