/** Films of a call in sign language. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useModel } from '../model.ts';
import type { SignedCall } from '../sign/signer.ts';

/** The call in sign language, while it is announced. The same stands beside it in words, so that nobody has to be told of it. */
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
      {/* The next one is there when its turn comes. */}
      {films.slice(at, at + 2).map((film, ahead) => (
        <Film key={at + ahead} film={film} isNow={ahead === 0} onEnded={onEnded} onError={end} />
      ))}
    </div>
  );
}

function Film({
  film,
  isNow,
  onEnded,
  onError,
}: {
  readonly film: string;
  readonly isNow: boolean;
  readonly onEnded: () => void;
  readonly onError: () => void;
}): JSX.Element {
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
