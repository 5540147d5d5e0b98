/** Dialog with the keyboard shortcuts. */
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { KEYS } from '../keys.ts';
import { useCounter } from '../model.ts';
import { keepNextKey, keyName, mayBeNextKey, nextKey } from '../work/next-key.ts';

export function KeysDialog(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  return (
    <Dialog title={t('keys.title')} onClose={counter.closeDialog}>
      <p>{t('keys.text')}</p>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>{t('keys.esc')}</kbd>
          </dt>
          <dd>{t('keys.escape')}</dd>
        </div>
      </dl>
      <p>{t('keys.anywhere')}</p>
      <dl class="keys">
        <div>
          <dt>
            <kbd>{t('keys.ctrl')}</kbd> <kbd>{t('keys.enter')}</kbd>
          </dt>
          <dd>
            {t('act.next')} / {t('act.endNext')}
          </dd>
        </div>
      </dl>
      <NextKeyField />
      <CheckField
        label={t('keys.on')}
        hint={t('keys.onHint')}
        checked={counter.keysOn.value}
        onChange={counter.switchKeys}
      />
    </Dialog>
  );
}

/** Learns the key of a one-key button by pressing it. */
function NextKeyField(): JSX.Element {
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
