/**
 * The order in which test files run: first those that play in real time or are long for another reason, so that none of
 * them is begun when the others have ended, and those that need a process of their own. Behind them come all others,
 * project by project: a process goes on with another file only when that is the next one and of the same project. Files of
 * pages are by far the longest, and none of them stands apart. Where nothing is said, larger files come first, as vitest
 * has it.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first, as measured on two cores. */
const LONG = [
  'browser/display.test.ts',
  'browser/admin.test.ts',
  'start/pages.test.ts',
  'printing-matrix/matrix.test.ts',
  'browser/morning.test.ts',
  'start/runtimes.test.ts',
  'browser/display-looks.test.ts',
  'browser/kiosk-page-looks.test.ts',
  'browser/counter.test.ts',
  'browser/counter-looks.test.ts',
  'browser/phone-ticket.test.ts',
  'flows/command-line.test.ts',
  'printing/misbehaving.test.ts',
  'printing/driver.test.ts',
  'start/machines.test.ts',
  'flows/demo.test.ts',
  'host/preview-is-paper.test.ts',
  'flows/morning.test.ts',
];

const SHARING = ['browser', 'postgres', 'node'];

/** Long ones first, then project by project those whose files share processes; within each, files by their place in the list. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  const isApart = place !== -1 && project.name !== 'browser';
  const group = isApart ? 0 : SHARING.indexOf(project.name) + 1;
  return group * (LONG.length + 1) + (place === -1 ? LONG.length : place);
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
