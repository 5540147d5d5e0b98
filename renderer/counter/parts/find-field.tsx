import type { JSX } from 'preact';
import { Mark } from '../../shared/components/mark.tsx';
import { useStaff } from '../../shared/staff.ts';
import { LOOK } from '../counter-marks.ts';
import { useCounter } from '../model.ts';
import { Key } from './key.tsx';

/** As many letters as the server takes. */
const LONGEST = 100;

/** Where a clerk writes whom they look for: whoever fits stands below in the place of the lists. */
export function FindField(): JSX.Element {
  const { t } = useStaff();
  const { wanted } = useCounter();
  return (
    <search class="find">
      <Mark path={LOOK} />
      <input
        type="search"
        class="input"
        dir="auto"
        autoComplete="off"
        maxLength={LONGEST}
        aria-label={t('find.label')}
        aria-keyshortcuts="/"
        placeholder={t('find.hint')}
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          const found = document.querySelector<HTMLElement>('.found .row button');
          if ((event.key === 'ArrowDown' || event.key === 'Enter') && !event.isComposing && found !== null) {
            event.preventDefault();
            found.focus();
          } else if (event.key === 'Escape' && wanted.value !== '') {
            // First what was written goes, then the field is left.
            event.preventDefault();
            event.stopPropagation();
            wanted.value = '';
          }
        }}
      />
      <Key name="/" />
    </search>
  );
}
