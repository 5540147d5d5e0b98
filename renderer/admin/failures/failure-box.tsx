/** Box with a failure and its faults. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { ERRNO } from '../../../main/lib/result.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { EditorContext } from '../model/editor.ts';
import type { FieldFault } from '../model/schema.ts';
import { serverFaults } from '../model/server-faults.ts';
import { faultText } from '../parts/fault-text.ts';
import { faultPlace } from './fault-place.ts';

/** Failure text, and the faults by field. */
export interface ShownFailure {
  readonly text: string;
  readonly faults: readonly FieldFault[];
}

export const NO_FAILURE: ShownFailure = { text: '', faults: [] };

/** @param needed text for a refusal because other items reference this one */
export function failureOf(t: TFunction, error: RestFailure, needed: string): ShownFailure {
  if (error.kind !== 'refused') return { text: failureText(t, error), faults: [] };
  return {
    text: error.errno === ERRNO.cannotConclude ? needed : failureText(t, error),
    faults: serverFaults(error.faults),
  };
}

interface FailureBoxProps {
  readonly failure: ShownFailure;
  readonly class?: string;
}

/** Renders nothing without a failure; screen readers announce a new one. */
export function FailureBox({ failure: { text, faults }, class: name }: FailureBoxProps): JSX.Element | null {
  if (text === '' && faults.length === 0) return null;
  return (
    <div role="alert" class={name}>
      <NoticeBox kind="fault">
        {text !== '' && <p>{text}</p>}
        <FaultList faults={faults} />
      </NoticeBox>
    </div>
  );
}

/** Faults without a field on this screen, each with its location. */
function FaultList({ faults }: { readonly faults: readonly FieldFault[] }): JSX.Element | null {
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
