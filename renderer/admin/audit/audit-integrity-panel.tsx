/** Panel that verifies and exports the audit log. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DEVICE_PART } from '../../../main/audit/contract/audit-export.ts';
import { CHECK_AUDIT_LOG, READ_AUDIT_LOG } from '../../../main/audit/contract/endpoints.ts';
import type { AuditCheckAnswer } from '../../../main/audit/contract/rest/audit.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { fetchFile } from '../model/fetch-file.ts';
import { saveFile } from '../model/save-file.ts';
import { instant } from '../model/words.ts';

/** Longer than a check may take. */
const CHECK_TIMEOUT_MS = 90_000;

/** Verifies the change log, and saves it as a file. */
export function AuditIntegrityPanel({ filters }: { readonly filters: Readonly<Record<string, string>> }): JSX.Element {
  const { t, session, notices } = useAdmin();
  const [checked, setChecked] = useState<AuditCheckAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');

  const verify = async (): Promise<void> => {
    setBusy(true);
    setChecked(null);
    const answer = await session.rest.call(CHECK_AUDIT_LOG, {}, { timeoutMs: CHECK_TIMEOUT_MS });
    setBusy(false);
    if (answer.ok) setChecked(answer.value);
    else notices.tell('fault', failureText(t, answer.error));
  };
  const save = async (format: 'csv' | 'jsonl'): Promise<void> => {
    const period = {
      ...(from === '' ? {} : { from: startOf(from, 0) }),
      ...(to === '' ? {} : { until: startOf(to, 1) }),
    };
    setBusy(true);
    const answer = await fetchFile(session.rest, READ_AUDIT_LOG, { ...filters, ...period, format });
    setBusy(false);
    if (answer.ok) saveFile(`audit.${format}`, answer.value);
    else notices.tell('fault', failureText(t, answer.error));
  };
  return (
    <section class="card panel" aria-label={t('audit.integrity')}>
      <h2>{t('audit.integrity')}</h2>
      <div class="filters">
        <Button busy={busy} onClick={() => void verify()}>
          {t('audit.verify')}
        </Button>
      </div>
      <div role="status">{checked !== null && <Findings checked={checked} />}</div>
      <div class="filters even">
        <TextField label={t('report.from')} type="date" value={from} onInput={setFrom} />
        <TextField label={t('report.to')} type="date" value={to} onInput={setTo} />
        <Button busy={busy} onClick={() => void save('csv')}>
          {t('audit.exportCsv')}
        </Button>
        <Button busy={busy} onClick={() => void save('jsonl')}>
          {t('audit.exportLines')}
        </Button>
      </div>
    </section>
  );
}

function Findings({ checked }: { readonly checked: AuditCheckAnswer }): JSX.Element {
  const { t, language } = useAdmin();
  const { complete, verified, unchained, since, faults, fault_count } = checked;
  const isGood = fault_count === 0 && complete;
  return (
    <NoticeBox kind={isGood ? 'good' : 'attention'}>
      {fault_count > 0 && <p>{t('audit.altered', { entries: fault_count })}</p>}
      {isGood && since !== '' && (
        <p>{t('audit.unchanged', { since: instant(since, language.id.value), entries: verified })}</p>
      )}
      {!complete && <p>{t('audit.incomplete')}</p>}
      {unchained > 0 && <p>{t('audit.unchained', { entries: unchained })}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ kind, part, seq, until, entry_id }, place) => (
            <li key={place}>
              {t(`audit.fault.${kind}`, {
                entry: until > seq ? `${seq}–${until}` : entry_id || seq,
                part: partName(t, part),
              })}
            </li>
          ))}
        </ul>
      )}
    </NoticeBox>
  );
}

/** A part of the log, in the words of the lists that its entries are in; of a device its id. */
function partName(t: TFunction, part: string): string {
  if (part.startsWith(DEVICE_PART)) return part.slice(DEVICE_PART.length);
  const names: Readonly<Record<string, string>> = {
    changes: t('nav.audit'),
    appointments: t('nav.appointments'),
    reads: t('nav.personal_data'),
    exports: t('audit.action.exported'),
  };
  return names[part] ?? part;
}

/** The beginning of a day in the zone of the browser, as an instant. */
function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
