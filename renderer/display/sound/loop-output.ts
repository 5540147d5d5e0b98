/**
 * Audio output of an induction loop.
 *
 * A second output beside the room's, found by its name. Without it nothing is played, because it would be audible twice
 * in the room.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { type Loudspeaker, openLoudspeaker } from '../../shared/sound/loudspeaker.ts';
import { OUTPUTS_IN_USE, type SinkContext } from '../../shared/sound/sink-context.ts';

export interface LoopOutput {
  readonly state: ReadonlySignal<DeviceStatus['loop']>;
  /** Uses the first output whose name contains this; empty: none. */
  lead(name: string): void;
  /** Call it after a touch. */
  open(): void;
  /** Plays the room's sounds at full volume: the loop's amplifier sets the level. */
  chime(): Promise<void>;
  play(addresses: readonly string[], signal: AbortSignal): Promise<boolean>;
}

interface LoopParts {
  readonly media?: Pick<MediaDevices, 'enumerateDevices' | 'addEventListener'> | undefined;
  readonly makeContext?: () => SinkContext;
}

export function openLoopOutput({
  media = navigator.mediaDevices,
  makeContext = () => new AudioContext(),
}: LoopParts = {}): LoopOutput {
  const wanted = signal('');
  const isLed = signal(false);
  const speaker = signal<Loudspeaker | null>(null);
  let context: SinkContext | null = null;

  async function outputOf(name: string): Promise<string | null> {
    const all = (await media?.enumerateDevices()) ?? [];
    const found = all.find(
      ({ kind, label, deviceId }) =>
        kind === 'audiooutput' &&
        !OUTPUTS_IN_USE.includes(deviceId) &&
        label.toLocaleLowerCase().includes(name.toLocaleLowerCase()),
    );
    return found?.deviceId ?? null;
  }

  async function isLedTo(name: string): Promise<boolean> {
    const output = name === '' ? null : await outputOf(name);
    if (output === null) return false;
    context ??= makeContext();
    if (context.setSinkId === undefined) return false;
    if (context.sinkId !== output) await context.setSinkId(output);
    return true;
  }

  async function look(): Promise<void> {
    const name = wanted.peek();
    const found = await isLedTo(name).catch(() => false);
    // Another name may have been set meanwhile.
    if (name !== wanted.peek()) return;
    batch(() => {
      isLed.value = found;
      if (found && context !== null) speaker.value ??= openLoudspeaker(context);
    });
  }

  media?.addEventListener('devicechange', () => void look());

  const state = computed<DeviceStatus['loop']>(() => {
    if (wanted.value === '') return '';
    if (!isLed.value) return 'absent';
    return speaker.value?.isOpen.value === true ? 'on' : 'blocked';
  });
  const ready = (): Loudspeaker | null => (state.peek() === 'on' ? speaker.peek() : null);

  return {
    state,
    lead(name) {
      const next = name.trim();
      if (next === wanted.peek()) return;
      batch(() => {
        wanted.value = next;
        isLed.value = false;
      });
      void look();
    },
    open: () => speaker.peek()?.open(),
    chime: async () => ready()?.chime(1),
    play: async (addresses, stop) => (await ready()?.play(addresses, 1, stop)) ?? false,
  };
}

/** Plays on both outputs: in the room at the call's volume, which can be 0. */
export function roomAndLoop(room: Loudspeaker, loop: LoopOutput): Loudspeaker {
  return {
    isOpen: computed(() => room.isOpen.value || loop.state.value === 'on'),
    open() {
      room.open();
      loop.open();
    },
    async chime(volume) {
      await Promise.all([volume > 0 ? room.chime(volume) : undefined, loop.chime()]);
    },
    async play(addresses, volume, stop) {
      const inRoom = volume > 0 ? room.play(addresses, volume, stop) : false;
      return (await Promise.all([inRoom, loop.play(addresses, stop)])).includes(true);
    },
  };
}
