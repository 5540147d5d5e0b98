/** Buttons that create and revoke a key, with confirmation. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';

interface KeyButtonsProps {
  /** False if there is certainly no key yet: then creating one needs no confirmation. */
  readonly hasKey?: boolean;
  readonly sureEnd: string;
  readonly onMake: () => Promise<void>;
  readonly onEnd: () => Promise<void>;
}

/** Creates and revokes a key; asks for confirmation first, because a new key makes the previous one invalid. */
export function KeyButtons({ hasKey = true, sureEnd, onMake, onEnd }: KeyButtonsProps): JSX.Element {
  const { t } = useStaff();
  const [asked, setAsked] = useState<'new' | 'end' | null>(null);
  const act = (what: () => Promise<void>): void => {
    setAsked(null);
    void what();
  };
  if (asked === null) {
    return (
      <div class="adds">
        <Button onClick={() => (hasKey ? setAsked('new') : act(onMake))}>{t('key.make')}</Button>
        {hasKey && (
          <Button look="plain" onClick={() => setAsked('end')}>
            {t('key.end')}
          </Button>
        )}
      </div>
    );
  }
  const isNew = asked === 'new';
  return (
    <div role="alert">
      <NoticeBox kind="attention">
        <p>{isNew ? t('key.sureNew') : sureEnd}</p>
        <div class="adds">
          <Button look={isNew ? 'main' : 'fault'} onClick={() => act(isNew ? onMake : onEnd)}>
            {t(isNew ? 'key.make' : 'key.end')}
          </Button>
          <Button onClick={() => setAsked(null)}>{t('shared.cancel')}</Button>
        </div>
      </NoticeBox>
    </div>
  );
}
