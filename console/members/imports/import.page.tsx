import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { MemberImport } from '../../../contract/console/imports-schemas.ts';
import { addressOf } from '../../../client/console.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useMay } from '../../session/me.ts';
import { isRefusal } from '../../session/message-of.ts';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { ProgressBar } from '../../shell/progress-bar.tsx';
import { stopReason } from '../bulk/bulk-words.ts';
import { ColumnForm } from './column-form.tsx';
import { FaultTable } from './fault-table.tsx';
import { ImportCountList } from './import-counts.tsx';
import { ImportActs } from './import-acts.tsx';
import { importQuery, importStates } from './import-queries.ts';

/** One import: columns are named, every row is looked at, then the members are imported. */
export function Component() {
  const { siteId = '', importId = '' } = useParams();
  const mayImport = useMay('export-members');
  const { data, error } = useQuery(importQuery(siteId, importId));
  if (!mayImport || isRefusal(error, 'not-found') || isRefusal(error, 'import-not-found'))
    return <NotFound what="This import does not exist, or was deleted after a month." />;
  return (
    <Page
      title={data?.fileName ?? 'Import'}
      within={{ label: 'Import members', to: `/sites/${siteId}/members/import` }}
      width="text"
    >
      {data && <ImportSteps found={data} />}
    </Page>
  );
}

function ImportSteps({ found }: { found: MemberImport }) {
  const { id, siteId, state, header, columns, mayUpdate, counts, checkedCounts, faults, faultCount } = found;
  // Other columns of a colleague are shown with the numbers they gave.
  const check = JSON.stringify([state, columns, mayUpdate]);
  const isOpen = state === 'uploaded' || state === 'checked';
  return (
    <div className="flex flex-col gap-8">
      <ImportState found={found} />
      {counts && (state === 'checked' || checkedCounts) && <ImportCountList found={found} counts={counts} />}
      {faults.length > 0 && (
        <FaultTable
          faults={faults}
          all={counts?.faulty ?? faults.length}
          kept={faultCount}
          href={addressOf('GET /console/api/sites/:siteId/imports/:importId/faults.csv', { siteId, importId: id })}
        />
      )}
      {state === 'checked' && <ImportActs found={found} />}
      {isOpen && header && <ColumnForm key={check} found={found} header={header} />}
      {state !== 'checked' && <ImportActs found={found} />}
      {state === 'uploading' && (
        <p>
          The file did not arrive as a whole. <TextLink to={`/sites/${siteId}/members/import`}>Send it again</TextLink>
        </p>
      )}
    </div>
  );
}

const numbers = new Intl.NumberFormat();

function ImportState({ found: { siteId, state, counts, checkedCounts, stopCode } }: { found: MemberImport }) {
  const { words, tone } = importStates[state];
  if (state === 'checking' || state === 'applying') {
    const rows = counts?.rows ?? 0;
    return (
      <div>
        <p role="status" className="font-semibold">
          {words}: {numbers.format(rows)} {checkedCounts ? `of ${numbers.format(checkedCounts.rows)} rows` : 'rows'}
        </p>
        <ProgressBar
          label="Rows done"
          max={checkedCounts?.rows || 1}
          value={checkedCounts ? rows : undefined}
          className="mt-2"
        />
        <p className="mt-1 text-sm text-muted">It goes on when you leave this page.</p>
      </div>
    );
  }
  if (state === 'uploaded' || state === 'uploading') return null;
  return (
    <Notice tone={state === 'checked' ? 'info' : tone} title={words} role="status">
      {state === 'checked' && <p>Nothing has been changed so far.</p>}
      {state === 'done' && (
        <p>
          The file has been deleted. <TextLink to={`/sites/${siteId}/members`}>See the members</TextLink>
        </p>
      )}
      {stopCode && (
        <p>
          {stopReason(stopCode)} {checkedCounts && 'Members who were imported by then stay.'}
        </p>
      )}
    </Notice>
  );
}
