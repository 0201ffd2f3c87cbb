import type { StaffMember } from '../../contract/console/staff-schemas.ts';
import { roleWords } from '../../contract/permissions.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSites } from '../session/sites.ts';
import { consequencesOf } from './consequences.ts';
import type { Given } from './role-fields.tsx';
import { partnerName } from './scope-words.ts';

/** What saving would do, while one still chooses. */
export function ConsequenceList({ person, next }: { person: StaffMember; next: Given }) {
  const sites = useSites();
  const nameOf = (kind: 'sites' | 'partners', id: string) =>
    kind === 'partners' ? partnerName(id) : (sites.find((site) => site.id === id)?.name ?? id);
  const hasAll = roleWords[next.role].scope.length === 0;
  const scope = hasAll ? ({ sites: 'all', partners: 'all' } as const) : next;
  const { gains, loses } = consequencesOf(person, { role: next.role, scope }, nameOf);
  const isChanged = gains.length + loses.length > 0;
  return (
    <div role="status">
      {isChanged && (
        <Notice tone={loses.length > 0 ? 'warning' : 'info'} title="From their next press on">
          {loses.length > 0 && <Line title="may no longer" items={loses} />}
          {gains.length > 0 && <Line title="may also" items={gains} />}
        </Notice>
      )}
    </div>
  );
}

const Line = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <p>{title}:</p>
    <ul className="list-disc pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);
