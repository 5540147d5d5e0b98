/**
 * Headset detection.
 *
 * A headset is a new audio output, or one with a matching name. A jack that only mutes the loudspeaker is invisible to
 * pages; it may send keys.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { OUTPUTS_IN_USE } from '../../shared/sound/sink-context.ts';

export interface Headset {
  readonly isIn: ReadonlySignal<boolean>;
  /** Id of its output if it has a separate one; else empty. */
  output(): string;
  /** Whether the default output is heard in the headset only. */
  readonly isUsual: ReadonlySignal<boolean>;
  /** A jack has reported by key: a plugged headset then has the computer's sound exclusively. */
  tell(isIn: boolean): void;
}

const NAMED = /head(set|phone)|earphone|kopfhörer|casque|auricular|auscultador/iu;
/** Outputs of screens, televisions and amplifiers: they appear on wake-up, and are audible to everyone. */
const NEVER = /hdmi|display\s?port|\bdp\b|s\/?pdif|iec958|monitor|television|\btv\b/iu;

/** @param named configured name of the headset's output, or part of it: other outputs then do not count */
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
    // A sound device that also has a loudspeaker output has both in one group.
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
