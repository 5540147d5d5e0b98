import type { JSX } from 'preact';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { KEYS } from '../keys.ts';
import { useCounter } from '../model.ts';
import { NextKeyField } from '../work/next-key-field.tsx';

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
