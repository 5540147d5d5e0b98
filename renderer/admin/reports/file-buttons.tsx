/** Buttons for the report as PDF and spreadsheet. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { MAKE_REPORT_FILE } from '../../../main/reports/contract/endpoints.ts';
import { REPORT_PARTS, type ReportFormat } from '../../../main/reports/contract/report-document.ts';
import { Button } from '../../shared/components/button.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { saveFile } from '../model/save-file.ts';
import { idsOf, type ReportAsked } from './report-asked.ts';

/** A report of months takes a while. */
const TIMEOUT_MS = 120_000;

/** The report that is shown, as PDF and as a spreadsheet, in the language of the page. */
export function FileButtons({ asked }: { readonly asked: ReportAsked }): JSX.Element {
  const { t, session, notices } = useAdmin();
  const w = useOfficeWords();
  const [busy, setBusy] = useState<ReportFormat | null>(null);

  const fetchFile = async (file: ReportFormat): Promise<void> => {
    setBusy(file);
    const { location, from, to, services, desks, users } = asked;
    const wish = {
      locations: [location],
      from,
      to,
      services: idsOf(services),
      desks: idsOf(desks),
      users: idsOf(users),
      parts: REPORT_PARTS,
      file,
    };
    const answer = await session.rest.call(MAKE_REPORT_FILE, wish, { timeoutMs: TIMEOUT_MS });
    setBusy(null);
    if (!answer.ok) return notices.tell('fault', failureText(t, answer.error));
    const { name, type, base64 } = answer.value;
    saveFile(name, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type }));
  };
  return (
    <div class="adds">
      <Button busy={busy === 'pdf'} onClick={() => void fetchFile('pdf')}>
        {w('report.pdf')}
      </Button>
      <Button busy={busy === 'xlsx'} onClick={() => void fetchFile('xlsx')}>
        {w('report.xlsx')}
      </Button>
    </div>
  );
}
