import type { BulkJob } from '../../../contract/console/bulk-schemas.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Facts } from '../../shell/facts.tsx';
import { momentOf } from '../../shell/times.ts';
import { ProgressBar } from '../../shell/progress-bar.tsx';
import { stateWords, stopReason } from './bulk-words.ts';

const numbers = new Intl.NumberFormat();

/** How far a job is, in a bar and in numbers. */
export function BulkProgress({ job }: { job: BulkJob }) {
  const { siteId, state, total, done, unchanged, refused, endedAt, undoes, undoneBy } = job;
  const acted = done + unchanged + refused;
  const { words, tone } = stateWords[state];
  const left = endedAt === null || state === 'done' ? 0 : Math.max(0, total - acted);
  return (
    <div className="flex flex-col gap-4">
      {endedAt === null ? (
        <div>
          <p className="font-semibold" role="status">
            {words}: {numbers.format(acted)} of {numbers.format(total)}
          </p>
          <ProgressBar
            label="Members done"
            max={Math.max(total, 1)}
            value={state === 'collecting' ? undefined : acted}
            className="mt-2 max-w-[42rem]"
          />
          <p className="mt-1 text-sm text-muted">It goes on when you leave this page.</p>
        </div>
      ) : (
        <Notice tone={tone} title={words} role="status">
          {stopReason(job.stopCode) && <p>{stopReason(job.stopCode)}</p>}
          {left > 0 && <p>{numbers.format(left)} were not reached, and are as they were.</p>}
          {undoneBy && (
            <p>
              It was taken back. <TextLink to={`/sites/${siteId}/bulk/${undoneBy}`}>See how</TextLink>
            </p>
          )}
        </Notice>
      )}
      <Facts
        facts={{
          Chosen: numbers.format(total),
          Changed: numbers.format(done),
          'Were so already': numbers.format(unchanged),
          Refused: numbers.format(refused),
          By: job.actor,
          Begun: momentOf(job.createdAt),
          Ended: endedAt && momentOf(endedAt),
          Reason: job.reason,
          'Takes back': undoes && <TextLink to={`/sites/${siteId}/bulk/${undoes}`}>an earlier act</TextLink>,
        }}
      />
    </div>
  );
}
