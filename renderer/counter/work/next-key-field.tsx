import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { keepNextKey, keyName, mayBeNextKey, nextKey } from './next-key.ts';

/** Learns which key of a button on the desk calls the next one, by its being pressed. */
export function NextKeyField(): JSX.Element {
  const { t } = useStaff();
  const [isLearning, setIsLearning] = useState(false);
  useLayoutEffect(() => {
    if (!isLearning) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' || event.key === 'Tab') {
        setIsLearning(false);
        if (event.key === 'Escape') event.preventDefault();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (!mayBeNextKey(event)) return;
      keepNextKey(event.key);
      setIsLearning(false);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isLearning]);
  return (
    <section aria-label={t('work.key')}>
      <h3>{t('work.key')}</h3>
      <p role="status">
        {isLearning
          ? t('work.keyPress')
          : nextKey.value === ''
            ? t('work.keyNone')
            : t('work.keyIs', { key: keyName(nextKey.value) })}
      </p>
      <div class="adds">
        <Button pressed={isLearning} onClick={() => setIsLearning(!isLearning)}>
          {t('work.keyLearn')}
        </Button>
        {nextKey.value !== '' && (
          <Button look="plain" onClick={() => keepNextKey('')}>
            {t('work.keyForget')}
          </Button>
        )}
      </div>
    </section>
  );
}
