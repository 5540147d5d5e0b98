/** Slide show of the site's pictures. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import { languageTag } from '../../shared/i18n.ts';
import { useModel } from '../model.ts';
import { pictureIn } from '../names.ts';
import { useTurns } from '../rotation.ts';

/** Retry interval for an image that failed to load. */
const RETRY_MS = 300_000;
/** Maximum share of an image that may be cropped. */
const MAX_CUT = 1.15;

interface MediaProps {
  readonly display: DisplayAnswer;
  readonly isShown: boolean;
}

/** Slide show of the site's images with their text alternatives; those without are decorative. */
export function Media({ display, isShown }: MediaProps): JSX.Element {
  const { rotation, lang } = useModel();
  const { media, media_texts, media_seconds } = display.settings;
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const shown = media.flatMap((each, at) => (failed.has(each) ? [] : [{ media: each, words: media_texts[at] }]));
  const current = shown[rotation.pictures.value % Math.max(1, shown.length)];
  useTurns(rotation, rotation.pictures, shown.length < 2 ? null : media_seconds * 1000);
  useEffect(() => {
    if (failed.size === 0) return undefined;
    const timer = window.setTimeout(() => setFailed(new Set()), RETRY_MS);
    return () => window.clearTimeout(timer);
  }, [failed]);

  return (
    <div class="media" hidden={!isShown}>
      {current !== undefined && (
        <Picture
          key={current.media}
          media={current.media}
          words={pictureIn(current.words, lang.value, display.default_lang)}
          isStill={rotation.isStill.value}
          onError={() => setFailed((before) => new Set([...before, current.media]))}
        />
      )}
    </div>
  );
}

interface PictureProps {
  readonly media: string;
  readonly words: ReturnType<typeof pictureIn>;
  readonly isStill: boolean;
  readonly onError: () => void;
}

function Picture({ media, words, isStill, onError }: PictureProps): JSX.Element {
  const picture = useRef<HTMLImageElement>(null);
  const frame = useRef<HTMLCanvasElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const isHeld = isStill && isLoaded && mayMove(media);
  useLayoutEffect(() => {
    const { current } = picture;
    if (!isLoaded || current === null) return undefined;
    const draw = (): void => {
      fill(current);
      if (isHeld && frame.current !== null) drawFirst(current, frame.current);
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isLoaded, isHeld]);
  return (
    <>
      <img
        ref={picture}
        src={addressOf(media)}
        alt={words.text}
        lang={words.text === '' ? undefined : languageTag(words.lang)}
        data-held={isHeld}
        onLoad={() => setLoaded(true)}
        onError={onError}
      />
      {isHeld && <canvas ref={frame} />}
    </>
  );
}

/** Draws the first frame of an animated image over it. */
function drawFirst(picture: HTMLImageElement, frame: HTMLCanvasElement): void {
  const [naturalWidth, naturalHeight] = [Math.max(1, picture.naturalWidth), Math.max(1, picture.naturalHeight)];
  const [across, down] = [picture.clientWidth / naturalWidth, picture.clientHeight / naturalHeight];
  const isFilled = picture.hasAttribute('data-fills');
  const scale = (isFilled ? Math.max(across, down) : Math.min(across, down)) * window.devicePixelRatio;
  frame.width = Math.round(naturalWidth * scale);
  frame.height = Math.round(naturalHeight * scale);
  frame.toggleAttribute('data-fills', isFilled);
  frame.getContext('2d')?.drawImage(picture, 0, 0, frame.width, frame.height);
}

/** Whether the image may be animated: all formats except JPEG. */
export function mayMove(media: string): boolean {
  return !/^data:image\/jpeg[;,]|\.jpe?g$/i.test(media);
}

/** An image of nearly the frame's shape fills it; others are shown whole, because they may contain text. */
function fill(picture: HTMLImageElement): void {
  const shape = picture.naturalWidth / Math.max(1, picture.naturalHeight);
  const place = picture.clientWidth / Math.max(1, picture.clientHeight);
  picture.toggleAttribute('data-fills', Math.max(shape / place, place / shape) < MAX_CUT);
}

function addressOf(media: string): string {
  return /^(data|https):/.test(media) ? media : `../media/${encodeURIComponent(media)}`;
}
