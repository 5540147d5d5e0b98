import { expect, it } from 'vitest';
import { writeInThread } from '../../../main/app/report-thread/report-thread.ts';
import { StoreBusy } from '../../../main/database/store-errors.ts';
import type { ReportDocument } from '../../../main/reports/contract/report-document.ts';
import { refusalOf } from '../../../main/rest/map-errors.ts';

const document: ReportDocument = {
  lang: 'en',
  title: 'Tickets',
  subtitle: '',
  sections: [],
  locationWord: 'Location',
  nothing: 'Nothing',
};

it('says that the server is busy when a report is not written in time', async () => {
  const late = await writeInThread(document, 'xlsx', new AbortController().signal, 0).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(StoreBusy);
  expect(refusalOf(late)).toMatchObject({ errno: 131, error: expect.stringContaining('ask for fewer days') });
});
