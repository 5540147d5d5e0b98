/** Which output of sound a kiosk takes for a headset, by what computers call them. */
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { watchHeadset } from '../../../renderer/kiosk/speech/headset.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A computer with loudspeakers, and a house that may have named its headset's output. */
async function kiosk(name = '') {
  let labels: readonly string[] = ['Speakers'];
  const output = (label: string) => ({ kind: 'audiooutput', label, deviceId: label, groupId: label });
  const media = Object.assign(new EventTarget(), {
    enumerateDevices: () => Promise.resolve([{ ...output('Speakers'), deviceId: 'default' }, ...labels.map(output)]),
  });
  const named = signal(name);
  const headset = watchHeadset(media as unknown as MediaDevices, () => named.value);
  await turn();
  return {
    named,
    /** Whether it is a headset that has come. */
    async isHeadset(label: string) {
      labels = ['Speakers', label];
      media.dispatchEvent(new Event('devicechange'));
      await turn();
      return headset.isIn.peek() && headset.output() === label;
    },
  };
}

it.each([
  'USB Audio Device',
  'Speakers (USB PnP Sound Device)',
  'Headset Earphone (HDMI dock)',
  'Kopfhörer (2- Jabra)',
])('takes %s for a headset when it comes', async (label) => {
  expect(await (await kiosk()).isHeadset(label)).toBe(true);
});

it.each([
  'HDMI 1 - Monitor',
  'DELL U2415 (DisplayPort)',
  'Built-in Audio Digital Stereo (IEC958)',
  'Digital Audio (S/PDIF)',
  'LG TV SSCR2',
])('never takes %s for one', async (label) => {
  expect(await (await kiosk()).isHeadset(label)).toBe(false);
});

it('accepts only the configured name, as soon as it is known', async () => {
  const { named, isHeadset } = await kiosk();
  named.value = 'jack 2';
  expect(await isHeadset('USB Headset')).toBe(false);
  expect(await isHeadset('Audio Jack 2 (HDMI)')).toBe(true);
});
