/**
 * Audio output of an induction loop.
 *
 * A second one beside that of the room, found by its name. Where it cannot be had nothing is played for it, as it
 * would be heard in the room twice.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { type Loudspeaker, openLoudspeaker } from '../../shared/sound/loudspeaker.ts';
import { OUTPUTS_IN_USE, type SinkContext } from '../../shared/sound/sink-context.ts';

export interface LoopOutput {
  readonly state: ReadonlySignal<DeviceStatus['loop']>;
  /** From now on it is the first output that has this in its name; empty: none. */
  lead(name: string): void;
  /** After a touch. */
  open(): void;
  /** What the room's loudspeaker plays, at full volume: how loud it is says the amplifier of the loop. */
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
    // Another name may have come meanwhile, and has looked for itself.
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

/** What is played for the room and for its loop: in the room as loud as a call says, which may be not at all. */
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
