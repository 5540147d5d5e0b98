/** Films of a call in sign language. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useModel } from '../model.ts';
import type { SignedCall } from '../sign/signer.ts';

/**
 * Call in sign language during its announcement. Hidden from assistive technology, because the text beside it says the
 * same.
 */
export function SignedCallFilms(): JSX.Element | null {
  const call = useModel().signer.now.value;
  return call === null ? null : <Films key={call.films.join()} call={call} />;
}

function Films({ call }: { readonly call: SignedCall }): JSX.Element {
  const [at, setAt] = useState(0);
  const { films, end } = call;
  const onEnded = (): void => (at + 1 < films.length ? setAt(at + 1) : end());
  return (
    <div class="signed" aria-hidden="true">
      {/* Preloads the next video. */}
      {films.slice(at, at + 2).map((film, ahead) => (
        <Film key={at + ahead} film={film} isNow={ahead === 0} onEnded={onEnded} onError={end} />
      ))}
    </div>
  );
}

interface FilmProps {
  readonly film: string;
  readonly isNow: boolean;
  readonly onEnded: () => void;
  readonly onError: () => void;
}

function Film({ film, isNow, onEnded, onError }: FilmProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (isNow) video.current?.play().catch(onError);
  }, [isNow]);
  return (
    <video
      ref={video}
      src={film}
      muted
      playsInline
      preload="auto"
      data-now={isNow}
      onEnded={isNow ? onEnded : undefined}
      onError={onError}
    />
  );
}
