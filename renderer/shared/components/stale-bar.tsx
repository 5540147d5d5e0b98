import type { JSX } from 'preact';
import { useStaff } from '../staff.ts';
import { Button } from './button.tsx';
import { Mark } from './mark.tsx';
import { UNLINKED } from './marks.ts';

/** Warning that the page may be outdated. It overlays the lower edge, so that the layout does not shift. */
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
