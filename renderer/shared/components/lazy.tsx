/** Component that loads at its first use. */
import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Language } from '../language.ts';
import { useStaff } from '../staff.ts';
import { Button } from './button.tsx';
import { NoticeBox } from './notice.tsx';

export type Lazy<Props extends object> = ComponentType<Props> & {
  /** Prefetches it. A failed prefetch is retried on use. */
  fetch(language: Language): void;
};

/**
 * Part of the page that loads at its first use, with its texts. `load` returns the component; the frame shows a
 * fallback until then.
 */
export function lazy<Props extends object>(
  load: (language: Language) => Promise<ComponentType<Props>>,
  Frame: (props: Props & { readonly children: ComponentChildren }) => JSX.Element | null = ({ children }) => (
    <>{children}</>
  ),
): Lazy<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetch = (language: Language): Promise<void> => {
    loading ??= load(language)
      .then((component) => {
        loaded = component;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  function Lazy(props: Props): JSX.Element {
    const { t, language } = useStaff();
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    const [attempt, setAttempt] = useState(0);
    const isDrawn = loaded !== null;
    useEffect(() => {
      if (isDrawn) return;
      // A prefetch can have ended since the fallback was drawn.
      (loaded === null ? fetch(language) : Promise.resolve()).then(
        () => redraw((count) => count + 1),
        () => setFailed(true),
      );
    }, [attempt, language]);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (!failed) {
      return (
        <Frame {...props}>
          <p class="empty" role="status">
            {t('shared.signIn.starting')}
          </p>
        </Frame>
      );
    }
    return (
      <Frame {...props}>
        <NoticeBox kind="attention">
          <p>{t('shared.away')}</p>
          <Button
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {t('shared.stale.retry')}
          </Button>
        </NoticeBox>
      </Frame>
    );
  }
  return Object.assign(Lazy, {
    fetch: (language: Language): void => void (loaded === null && fetch(language).catch(() => undefined)),
  });
}
