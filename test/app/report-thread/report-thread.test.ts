import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { writeInThread, writeReport } from '../../../main/app/report-thread/report-thread.ts';
import { StoreBusy } from '../../../main/database/store-errors.ts';
import type { ReportDocument } from '../../../main/reports/contract/report-document.ts';
import { refusalOf } from '../../../main/rest/map-errors.ts';

const document: ReportDocument = {
  lang: 'en',
  title: 'Tickets',
  place: '',
  logo: '',
  subtitle: '',
  sections: [],
  locationWord: 'Location',
  nothing: 'Nothing',
};

it('says that the server is busy when a report is not written in time', async () => {
  const late = await writeInThread(document, 'xlsx', new AbortController().signal, 0).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(StoreBusy);
  expect(refusalOf(late)).toMatchObject({ errno: 131, error: expect.stringContaining('request fewer days') });
});

it('writes one report at a time in the whole program', async () => {
  let open = 0;
  const counts: number[] = [];
  const count = (thread: Worker): void => {
    open += 1;
    counts.push(open);
    thread.once('exit', () => {
      open -= 1;
    });
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const { signal } = new AbortController();
  const files = await Promise.all(Array.from({ length: 3 }, () => writeReport(document, 'xlsx', signal)));
  expect([files.every(({ length }) => length > 0), counts]).toEqual([true, [1, 1, 1]]);
});
