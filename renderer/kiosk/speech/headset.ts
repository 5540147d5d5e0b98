/**
 * Headset detection.
 *
 * A new audio output, or one named as a headset. A jack that only mutes the loudspeaker is invisible to pages; it may
 * send keys.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
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
/** What a screen, a television or an amplifier is plugged into: it comes when it wakes, and is heard by everybody. */
const NEVER = /hdmi|display\s?port|\bdp\b|s\/?pdif|iec958|monitor|television|\btv\b/iu;

/** @param named the name of the headset's output, or a part of it, where the house has said it: no other is one then. */
export function watchHeadset(
  media: MediaDevices | undefined = navigator.mediaDevices,
  named: () => string = () => '',
): Headset {
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
    const wanted = named().toLowerCase();
    const isHeadset = (output: MediaDeviceInfo): boolean =>
      wanted === ''
        ? !usual?.has(idOf(output)) && (NAMED.test(output.label) || !NEVER.test(output.label))
        : output.label.toLowerCase().includes(wanted);
    const found = outputs.find(isHeadset);
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
  const name = computed(named);
  name.subscribe(attempt);

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
