import type { JSX } from 'preact';
import { useStaff } from '../staff.ts';

/** Skip link as first tab stop. Visible while focused. */
export function Skip(): JSX.Element {
  const { t } = useStaff();
  return (
    <button
      type="button"
      class="skip button"
      onClick={() => {
        const heading = document.querySelector<HTMLElement>('main h1');
        if (heading === null) return;
        heading.tabIndex = -1;
        heading.focus();
      }}
    >
      {t('shared.skip')}
    </button>
  );
}
