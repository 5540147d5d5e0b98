import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useStaff } from '../../shared/staff.ts';
import type { Fault } from '../model/schema.ts';

/** What is wrong, as a sentence. The server's own words are English and stay so. */
export function faultText(t: TFunction, { key, values = {}, words }: Fault): string {
  return words ?? t(`faults.${key}`, values);
}

/** Faults that have no field of their own on this screen, each with the place it is about. */
export function FaultList({ faults }: { readonly faults: readonly Fault[] }): JSX.Element | null {
  const { t } = useStaff();
  if (faults.length === 0) return null;
  return (
    <ul class="fault-list">
      {faults.map((fault) => (
        <li key={`${fault.path}${fault.words ?? fault.key}`}>
          <code dir="ltr">{fault.path}</code>{' '}
          <span lang={fault.words === undefined ? undefined : 'en'}>{faultText(t, fault)}</span>
        </li>
      ))}
    </ul>
  );
}
