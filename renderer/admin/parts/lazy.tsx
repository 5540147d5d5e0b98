import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import type { Language } from '../../shared/language.ts';
import { useStaff } from '../../shared/staff.ts';

/** A part of the page that is fetched when it is first needed, with its words. `load` gives the component itself. */
export function lazy<Props extends object>(
  load: (language: Language) => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props): JSX.Element {
    const { t, language } = useStaff();
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (loaded !== null) return;
      load(language).then(
        (component) => {
          loaded = component;
          redraw((count) => count + 1);
        },
        () => setFailed(true),
      );
    }, [attempt, language]);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (!failed) {
      return (
        <p class="empty" role="status">
          {t('loading')}
        </p>
      );
    }
    return (
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
    );
  };
}

/** One that speaks with the words of editors. */
export function lazyWithWords<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async (language) => {
    const words = import('../model/editor-words.ts').then(({ editorWords }) => language.more(editorWords));
    const [component] = await Promise.all([load(), words]);
    return component;
  });
}
