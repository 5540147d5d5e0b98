import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import { EditorContext } from '../model/editor.ts';
import type { FieldFault } from '../model/schema.ts';
import { faultText } from '../parts/fault-text.ts';
import { faultPlace } from './fault-place.ts';

/** Faults that have no field of their own on this screen, each with the place it is about. */
export function FaultList({ faults }: { readonly faults: readonly FieldFault[] }): JSX.Element | null {
  const { t, site, language } = useAdmin();
  const part = useContext(EditorContext)?.part ?? null;
  if (faults.length === 0) return null;
  const wording = { t, language: language.id.value, file: site.file.value, kinds: [] };
  return (
    <ul class="fault-list">
      {faults.map((fault) => {
        const place = faultPlace(wording, fault.path, part);
        return (
          <li key={`${fault.path}${fault.words ?? fault.key}`}>
            {place !== '' && <bdi class="fault-place">{place}</bdi>}
            {place !== '' && t('shared.colon')}
            <span lang={fault.words === undefined ? undefined : 'en'}>{faultText(t, fault)}</span>
          </li>
        );
      })}
    </ul>
  );
}
