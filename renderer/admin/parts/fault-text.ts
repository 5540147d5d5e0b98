import type { TFunction } from 'i18next';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import type { FieldFault } from '../model/schema.ts';

/** A fault as a sentence. Messages of the server stay in English. */
export function faultText(t: TFunction, { key, values = {}, words }: FieldFault): string {
  return words ?? t(`faults.${key}`, values);
}

/** All faults at a path of the edited item, as one text; empty without any. */
export function useFaultText(): (path: string) => string {
  const { t } = useStaff();
  const { faultsAt } = useEditor();
  return (path) =>
    faultsAt(path)
      .map((fault) => faultText(t, fault))
      .join(' · ');
}
