/**
 * The order in which test files run: project by project, for a process goes on with another file only when that is the next
 * one and of the same project, and to begin another process costs seconds. In each project first those that play in real
 * time or are long for another reason, so that none of them is begun when the others have ended; files of pages, by far
 * the longest, one behind the other. Where nothing is said, larger files come first, as vitest has it.
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
  'simulation/month/day.test.ts',
  'store/postgres.test.ts',
  'fuzz/fuzz.test.ts',
  'kiosk/host/preview-is-paper.test.ts',
  'flows/morning.test.ts',
];

const PROJECTS = ['alone', 'components', 'postgres', 'node'];

/** Project by project; within each the long ones by their place in the list, then those of pages, then all others. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  const isOfPages = moduleId.includes('/test/browser/');
  const within = place === -1 ? LONG.length + (isOfPages ? 0 : 1) : place;
  return PROJECTS.indexOf(project.name) * (LONG.length + 2) + within;
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
