import { expect, it } from 'vitest';
import type { ReportDocument } from '../../main/contract/report-document.ts';
import { writeInThread } from '../../main/program/report-thread/report-thread.ts';
import { refusalOf } from '../../main/server/failures.ts';
import { StoreBusy } from '../../main/store/store-errors.ts';

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
