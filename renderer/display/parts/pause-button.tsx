import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { useModel } from '../model.ts';
import { tickerMessages } from '../ticker.ts';
import { mayMove } from './media.tsx';

const PAUSE = 'M8.500 5v14M15.500 5v14';
const GO_ON = 'M7.500 4.500v15L19.500 12z';
/** So long it is to be seen after somebody has touched the screen or moved the pointer. */
const SEEN_MS = 10_000;

/**
 * Has pictures and messages stand still and change again, as the space bar does wherever the focus is. It keeps a place of its own at the
 * foot, and is seen where somebody looks for it, and while they stand still.
 */
export function PauseButton({ display }: { readonly display: DisplayAnswer }): JSX.Element | null {
  const { settings, languages, default_lang } = display;
  const { media } = settings;
  const changes =
    media.length > 1 || media.some(mayMove) || tickerMessages(settings, languages, default_lang).length > 1;
  return changes ? <Pause /> : null;
}

function Pause(): JSX.Element {
  const { rotation, t } = useModel();
  const isPaused = rotation.isPaused.value;
  const [isSought, setSought] = useState(false);
  const [wasTold, setTold] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether it was to be seen when the screen was touched last: what nobody could see is not pressed by chance. */
  const wasSeen = useRef(true);
  const toggle = (): void => {
    setTold(true);
    rotation.toggle();
  };
  useEffect(() => {
    let timer: number | undefined;
    const seek = (): void => {
      window.clearTimeout(timer);
      setSought(true);
      timer = window.setTimeout(() => setSought(false), SEEN_MS);
    };
    const touch = (): void => {
      wasSeen.current = button.current?.dataset.seen === 'true';
      seek();
    };
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      const isOfControl = target instanceof Element && target.closest('button, a') !== null;
      if (event.key !== ' ' || isOfControl || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      toggle();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointermove', seek, { passive: true, signal });
    document.addEventListener('pointerdown', touch, { passive: true, signal });
    document.addEventListener('keydown', press, { signal });
    return () => {
      window.clearTimeout(timer);
      listening.abort();
    };
  }, []);
  const name = t.value(isPaused ? 'still.resume' : 'still.pause');
  return (
    <>
      <button
        ref={button}
        type="button"
        class="pause"
        data-seen={isPaused || isSought}
        aria-label={name}
        title={name}
        onClick={({ detail }) => {
          // A key or a screen reader presses it where it is.
          if (detail === 0 || wasSeen.current) toggle();
        }}
      >
        <Mark path={isPaused ? GO_ON : PAUSE} />
      </button>
      <p class="spoken" role="status">
        {wasTold ? t.value(isPaused ? 'still.paused' : 'still.resumed') : ''}
      </p>
    </>
  );
}
