import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than twenty seconds by themselves; most of that they wait. */
export const longFiles = [
  'server/enrolment/payments/money-under-fire.test.ts',
  'server/main-start.test.ts',
  'server/enrolment/payments/deleted-members.test.ts',
  'server/enrolment/payments/books.test.ts',
  'server/main-stop.test.ts',
  'server/membership/two-processes.test.ts',
];

/**
 * Begins with what takes longest, and ends with the many small files that need no database: whatever is begun last is
 * waited for alone. Vitest knows how long a file takes only where it has run before.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- that of vitest, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  if (place >= 0) return place;
  return longFiles.length + (project.name === 'server' ? 0 : 1);
}
