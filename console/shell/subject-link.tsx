import { Link } from '../../ui/link.tsx';

/** Where the page of a thing is, by the beginning of its id; nothing for what has no page. */
function pathOfSubject(subject: string, siteId: string | null): string | undefined {
  const [kind] = subject.split('_');
  if (kind === 'mem' && siteId !== null) return `/sites/${siteId}/members/${subject}`;
  if (kind === 'coh' || /-(?:ft|pt)-\d{4}-\d\d-\d\d$/.test(subject)) return `/cohorts/${subject}`;
  if (kind === 'app') return `/sites/${subject}/members`;
  if (kind === 'stf') return '/staff';
  if (kind === 'ord') return `/orders/${subject}`;
  if (kind === 'mail') return `/mails/${subject}`;
  if (kind === 'enq') return `/requests/${subject}`;
  return undefined;
}

/** An id that leads to what it is of. */
export function SubjectLink({ subject, siteId }: { subject: string; siteId: string | null }) {
  const path = pathOfSubject(subject, siteId);
  if (path === undefined) return <span className="font-mono text-sm">{subject}</span>;
  return (
    <Link to={path} className="font-mono text-sm text-brand underline underline-offset-4 hover:decoration-2">
      {subject}
    </Link>
  );
}
