import { features as enrolment } from './enrolment/features.ts';
import { features as membership } from './membership/features.ts';
import { cardEventGauge } from './platform/cards/card-events/intake.store.ts';
import type { Job } from './platform/jobs.ts';
import { archiveGauge } from './platform/metrics/archive-gauge.ts';
import { jobGauge } from './platform/metrics/job-gauges.ts';
import type { StoredGauge } from './platform/metrics/stored-gauges.ts';
import { reviewGauge } from './platform/reviews.ts';

/** Every gauge that is read from the database. @param jobs of the product, which say the lane of each kind */
export const storedGauges = (jobs: readonly Job[]): StoredGauge[] => [
  jobGauge(jobs),
  cardEventGauge,
  reviewGauge,
  archiveGauge,
  ...[...Object.values(membership), ...Object.values(enrolment)].flatMap(({ gauges = [] }) => gauges),
];
