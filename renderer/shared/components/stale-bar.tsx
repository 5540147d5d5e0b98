import type { JSX } from 'preact';
import { useStaff } from '../staff.ts';
import { Button } from './button.tsx';
import { Mark } from './mark.tsx';
import { UNLINKED } from './marks.ts';

/**
 * Says that what the page shows may be old. It lies over the lower edge, so that nothing jumps when the line goes and
 * comes back.
 */
export function StaleBar({ stale, onRetry }: { readonly stale: boolean; readonly onRetry: () => void }): JSX.Element {
  const { t } = useStaff();
  return (
    <div class="stale" role="status" data-stale={stale}>
      {stale && (
        <>
          <Mark path={UNLINKED} />
          <p>{t('shared.stale.text')}</p>
          <Button look="plain" onClick={onRetry}>
            {t('shared.stale.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
