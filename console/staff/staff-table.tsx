import { Badge } from '../../ui/badge.tsx';
import { roleWords } from '../../contract/permissions.ts';
import type { StaffMember } from '../../contract/console/staff-schemas.ts';
import { isPast, momentOf, timeAgo } from '../shell/times.ts';
import { useScopeWords } from './scope-words.ts';

interface StaffTableProps {
  staff: readonly StaffMember[];
  onOpen: (person: StaffMember) => void;
}

/** Everybody, with role, scope and how they prove who they are. On narrow screens each is a card. */
export function StaffTable({ staff, onOpen }: StaffTableProps) {
  const scopeWords = useScopeWords();
  return (
    <table className="block w-full text-left md:table">
      <caption className="sr-only">Staff</caption>
      <thead className="hidden border-b border-line text-sm text-muted md:table-header-group">
        <tr>
          {['Person', 'Role', 'Sees', 'Proves it by', 'Last used'].map((label) => (
            <th key={label} scope="col" className="px-3 py-2 font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {staff.map((person) => (
          <tr
            key={person.id}
            className="relative block rounded-lg border border-line p-3 not-first:mt-3 hover:bg-surface md:table-row md:rounded-none md:border-0 md:border-b md:p-0"
          >
            <td className="block md:table-cell md:px-3 md:py-3">
              <button
                type="button"
                onClick={() => onOpen(person)}
                className="cursor-pointer text-left font-semibold wrap-anywhere text-brand after:absolute after:inset-0"
              >
                {person.name || person.email}
              </button>
              {person.name && <span className="block text-sm wrap-anywhere text-muted">{person.email}</span>}
            </td>
            <td className="mt-1 block md:table-cell md:px-3 md:py-3">{roleWords[person.role].title}</td>
            <td className="block text-sm wrap-anywhere text-muted md:table-cell md:max-w-[20rem] md:px-3 md:py-3 md:text-ink">
              {scopeWords(person.scope)}
            </td>
            <td className="mt-2 block md:table-cell md:px-3 md:py-3">
              <Proofs person={person} />
            </td>
            <td className="block text-sm text-muted md:table-cell md:px-3 md:py-3 md:whitespace-nowrap">
              {person.lastUsedAt ? timeAgo(person.lastUsedAt) : 'Never'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Proofs({ person }: { person: StaffMember }) {
  if (person.state === 'invited') return <Invited endsAt={person.invitationEndsAt} />;
  const passkeys = person.passkeys === 1 ? 'Passkey' : `${person.passkeys} passkeys`;
  return [person.passkeys > 0 && passkeys, person.hasAuthenticator && 'Authenticator app'].filter(Boolean).join(', ');
}

/** Whether the link still works; a new one is a press away then. */
function Invited({ endsAt }: { endsAt: string | null }) {
  const isOver = endsAt === null || isPast(endsAt);
  return isOver ? (
    <Badge tone="warning">Invitation ended</Badge>
  ) : (
    <Badge tone="info">Invited, until {momentOf(endsAt)}</Badge>
  );
}
