import type { ReportWish } from '../../../../contract/console/reports.ts';
import type { PartnerCode } from '../../../../shared/partners.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { EnrolmentServices } from '../../services.ts';
import type { ZonedCohort } from './reports.store.ts';

/** What a report is asked for, and where it is read. */
export interface ReportAsked {
  db: Database;
  membership: Pick<EnrolmentServices['membership'], 'countViewsBelow'>;
  /** Those whose numbers are shown, in scope all of them. */
  partners: readonly PartnerCode[];
  /** IANA */
  zone: string;
  wish: ReportWish;
  /** The one that is wished for; undefined for none, and for one that students of these partners may not choose. */
  cohort: ZonedCohort | undefined;
}
