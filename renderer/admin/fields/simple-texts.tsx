import type { ComponentChildren, JSX } from 'preact';
import { useStaff } from '../../shared/staff.ts';

/** What a house may say in simple language: nothing has to be, so it is folded up. */
export function SimpleTexts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { t } = useStaff();
  return (
    <details>
      <summary>{t('texts.simple')}</summary>
      <div class="section-inside">
        <p class="soft">{t('texts.simpleHint')}</p>
        {children}
      </div>
    </details>
  );
}
