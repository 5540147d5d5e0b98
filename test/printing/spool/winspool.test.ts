/** The binding of winspool.drv: its signatures, and the structures that it reads, as Windows lays them out for 64 bits. */
import koffi from 'koffi';
import { expect, it } from 'vitest';
import { bindWinspool, type FunctionsOf, loadWinspool } from '../../../main/printing/spool/winspool.ts';

const HANDLE = 7;
/** JOB_INFO_1 in bytes: its size, and where `Status` and `Submitted` are. */
const JOB_BYTES = 0x60;
const STATUS_AT = 0x38;
const SUBMITTED_AT = 0x4c;

type Call = (...args: readonly unknown[]) => number;

/** A library of played functions, which accepts only signatures that koffi can build a call from. */
const libraryOf =
  (calls: Readonly<Record<string, Call>> = {}, names: string[] = []): FunctionsOf =>
  (convention, name, result, args) => {
    koffi.proto(convention, null, result, args);
    names.push(name);
    return {
      async: (...given: readonly unknown[]) => {
        const done = given.at(-1) as (error: unknown, result: number) => void;
        done(null, calls[name]?.(...given.slice(0, -1)) ?? 0);
      },
    };
  };

/** `time`: year, month, day of the week, day, hour, minute, second, millisecond. */
function jobInfo(status: number, time: readonly number[]): Buffer {
  // Every byte that must not be read is set.
  const bytes = Buffer.alloc(JOB_BYTES, 0xee);
  bytes.writeUInt32LE(status, STATUS_AT);
  for (const [at, number] of time.entries()) bytes.writeUInt16LE(number, SUBMITTED_AT + 2 * at);
  return bytes;
}

it('binds its functions once for each printer', () => {
  const names: string[] = [];
  bindWinspool(libraryOf({}, names));
  bindWinspool(libraryOf({}, names));
  expect(names).toHaveLength(22);
  for (const name of names) expect(name).toMatch(/^[A-Z]\w+(W|Printer)$/);
});

it('reads when the oldest job was submitted', async () => {
  const jobs = [
    jobInfo(0, [2026, 11, 6, 28, 8, 0, 30, 0]),
    jobInfo(0x10, [2026, 11, 6, 28, 7, 59, 0, 250]),
    jobInfo(0, [2026, 11, 6, 28, 8, 1, 0, 0]),
  ];
  const { jobs: list } = bindWinspool(
    libraryOf({
      EnumJobsW(_handle, _first, _most, _level, buffer, _size, _needed, count) {
        Buffer.concat(jobs).copy(buffer as Buffer);
        (count as number[])[0] = jobs.length;
        return 1;
      },
    }),
  );
  expect(await list(HANDLE)).toEqual({ count: 3, oldestMs: Date.UTC(2026, 10, 28, 7, 59, 0, 250) });
});

it('asks again with a buffer as large as a long answer needs', async () => {
  const sizes: number[] = [];
  const { jobStatus } = bindWinspool(
    libraryOf({
      GetJobW(_handle, _job, _level, buffer, size, needed) {
        sizes.push(Number(size));
        (needed as number[])[0] = 5000;
        if (Number(size) < 5000) return 0;
        jobInfo(0x1000, []).copy(buffer as Buffer);
        return 1;
      },
    }),
  );
  expect(await jobStatus(HANDLE, 3)).toBe(0x1000);
  expect(sizes).toEqual([4096, 5000]);
});

it.skipIf(process.platform === 'win32')('says which library Windows does not load', () => {
  expect(loadWinspool('win32')).toEqual({ ok: false, error: expect.stringContaining('winspool.drv') });
});
