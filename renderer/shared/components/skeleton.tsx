/** Placeholder of a list or table that loads. */
import type { JSX } from 'preact';
import { useStaff } from '../staff.ts';

/** Rows in the shape of the content; screen readers hear that it loads. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }): JSX.Element {
  const { t } = useStaff();
  return (
    <div class="skeleton" role="status">
      <span class="spoken">{t('shared.signIn.starting')}</span>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} class="skeleton-row" aria-hidden="true" />
      ))}
    </div>
  );
}
