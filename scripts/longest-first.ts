import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than twenty seconds alone, most of it waiting. */
export const longFiles = [
  'server/console-calls.test.ts',
  'server/membership/administration/bulk/bulk-killed.test.ts',
  'server/enrolment/payments/money-under-fire.test.ts',
  'server/start-with-database-away.test.ts',
  'server/enrolment/payments/refunds/deleted-members.test.ts',
  'server/enrolment/payments/books.test.ts',
  'server/main-stop.test.ts',
  'server/membership/two-processes.test.ts',
];

/**
 * Longest processing time first, so that no long file runs alone at the end. Vitest knows durations only where it has
 * run before.
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
