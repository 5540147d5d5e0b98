/**
 * Whether a headset is plugged in, as far as a page can know: an audio output that was not there when nobody stood here, or one
 * that is named as a headset. A jack that only switches the loudspeaker off says nothing of itself; it may send keys.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Headset {
  readonly isIn: ReadonlySignal<boolean>;
  /** Id of its output, where its computer has one for it alone; else empty. */
  output(): string;
  /** A jack has told by a key. */
  tell(isIn: boolean): void;
}

const NAMED = /head(set|phone)|earphone|kopfhörer|casque|auricular|auscultador/iu;
/** Names for whichever output is in use. */
const SAME_AGAIN = ['default', 'communications'];

export function watchHeadset(media: MediaDevices | undefined = navigator.mediaDevices): Headset {
  const isIn = signal(false);
  let id = '';
  let usual: ReadonlySet<string> | null = null;

  async function look(): Promise<void> {
    const outputs = ((await media?.enumerateDevices()) ?? []).filter(
      ({ kind, deviceId }) => kind === 'audiooutput' && !SAME_AGAIN.includes(deviceId),
    );
    const idOf = ({ deviceId, groupId }: MediaDeviceInfo): string => `${deviceId} ${groupId}`;
    usual ??= new Set(outputs.filter(({ label }) => !NAMED.test(label)).map(idOf));
    const found = outputs.find((output) => !usual?.has(idOf(output)));
    id = found?.deviceId ?? '';
    isIn.value = found !== undefined;
  }
  const attempt = (): void => void look().catch(() => undefined);
  media?.addEventListener('devicechange', attempt);
  attempt();

  return {
    isIn,
    output: () => id,
    tell(isInNow) {
      isIn.value = isInNow;
    },
  };
}
