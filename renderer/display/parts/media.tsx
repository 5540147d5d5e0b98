import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/contract/rest/displays.ts';

/** A picture that could not be had is tried again after so long. */
const RETRY_MS = 300_000;
/** So much of a picture's length may be cut off. */
const MOST_CUT = 1.15;

/** Pictures of the site, one after the other. They are there for the eye alone: what matters is said in words. */
export function Media({ display }: { readonly display: DisplayAnswer }): JSX.Element | null {
  const { media, media_seconds } = display.settings;
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState(0);
  const shown = media.filter((each) => !failed.has(each));
  const current = shown[place % Math.max(1, shown.length)];

  useEffect(() => {
    if (shown.length < 2) return undefined;
    const timer = window.setTimeout(() => setPlace((before) => before + 1), media_seconds * 1000);
    return () => window.clearTimeout(timer);
  }, [place, shown.length, media_seconds]);
  useEffect(() => {
    if (failed.size === 0) return undefined;
    const timer = window.setTimeout(() => setFailed(new Set()), RETRY_MS);
    return () => window.clearTimeout(timer);
  }, [failed]);

  return (
    <div class="media">
      {current !== undefined && (
        <img
          key={current}
          src={addressOf(current)}
          alt=""
          onLoad={({ currentTarget }) => fill(currentTarget)}
          onError={() => setFailed((before) => new Set([...before, current]))}
        />
      )}
    </div>
  );
}

/** A picture of nearly the shape of its place fills it; another one is shown whole, as it may bear words. */
function fill(picture: HTMLImageElement): void {
  const shape = picture.naturalWidth / Math.max(1, picture.naturalHeight);
  const place = picture.clientWidth / Math.max(1, picture.clientHeight);
  picture.toggleAttribute('data-fills', Math.max(shape / place, place / shape) < MOST_CUT);
}

function addressOf(media: string): string {
  return /^(data|https):/.test(media) ? media : `../media/${encodeURIComponent(media)}`;
}
