import type { ComponentChildren, JSX } from 'preact';
import { useStaff } from '../../shared/staff.ts';

/** Texts in simple language: optional, so they are collapsed. */
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
