/**
 * Whether a headset is plugged in, as far as a page can know: an audio output that was not there when nobody stood here, or one
 * that is named as a headset. A jack that only switches the loudspeaker off says nothing of itself; it may send keys.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { OUTPUTS_IN_USE } from '../../shared/sound/sink-context.ts';

export interface Headset {
  readonly isIn: ReadonlySignal<boolean>;
  /** Id of its output, where its computer has one for it alone; else empty. */
  output(): string;
  /** Whether what the computer plays by itself is heard in it and nowhere else. */
  readonly isUsual: ReadonlySignal<boolean>;
  /** A jack has told by a key: whoever is plugged into it has the sound of the computer for themselves. */
  tell(isIn: boolean): void;
}

const NAMED = /head(set|phone)|earphone|kopfhörer|casque|auricular|auscultador/iu;

export function watchHeadset(media: MediaDevices | undefined = navigator.mediaDevices): Headset {
  const isIn = signal(false);
  const isUsual = signal(false);
  let isJackIn = false;
  let id = '';
  let usual: ReadonlySet<string> | null = null;

  async function look(): Promise<void> {
    const all = ((await media?.enumerateDevices()) ?? []).filter(({ kind }) => kind === 'audiooutput');
    const outputs = all.filter(({ deviceId }) => !OUTPUTS_IN_USE.includes(deviceId));
    const idOf = ({ deviceId, groupId }: MediaDeviceInfo): string => `${deviceId} ${groupId}`;
    usual ??= new Set(outputs.filter(({ label }) => !NAMED.test(label)).map(idOf));
    const found = outputs.find((output) => !usual?.has(idOf(output)));
    id = found?.deviceId ?? '';
    // A sound device with an output for the hall too is in the same group with both.
    const group = outputs.filter(({ groupId }) => groupId !== '' && groupId === found?.groupId);
    const isDefault = all.some(({ deviceId, groupId }) => deviceId === 'default' && groupId === found?.groupId);
    batch(() => {
      isUsual.value = isJackIn || (isDefault && group.length === 1);
      isIn.value = isJackIn || found !== undefined;
    });
  }
  const attempt = (): void => void look().catch(() => undefined);
  media?.addEventListener('devicechange', attempt);
  attempt();

  return {
    isIn,
    output: () => id,
    isUsual,
    tell(isInNow) {
      isJackIn = isInNow;
      batch(() => {
        isUsual.value = isInNow;
        isIn.value = isInNow;
      });
    },
  };
}
