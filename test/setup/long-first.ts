/**
 * The order in which test files run: those first that play in real time or are long for another reason, so that none
 * of them is begun when the others have ended. The rest runs as vitest has it: larger files first, but those of projects
 * whose files share processes behind all others, project by project: a process goes on with another file only when that is
 * the next one.
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
  'electron/package.test.ts',
  'browser/phone-ticket.test.ts',
  'flows/command-line.test.ts',
  'printing/misbehaving.test.ts',
  'printing/driver.test.ts',
  'start/machines.test.ts',
  'flows/demo.test.ts',
  'host/preview-is-paper.test.ts',
  'flows/morning.test.ts',
];

const SHARING = ['postgres', 'node'];

/** 0 for the longest; all that are not named come after them. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  if (place !== -1) return place;
  return LONG.length + SHARING.indexOf(project.name) + 1;
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
