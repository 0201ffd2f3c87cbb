import { Link } from '../../ui/link.tsx';
import { permissionTable, roleWords } from '../../contract/permissions.ts';
import { useMe } from '../session/me.ts';
import { destinationsFor, type Area } from '../shell/navigation.ts';
import { Page } from '../shell/page.tsx';
import { useCurrentSite } from '../shell/use-current-site.ts';

const areas: readonly Area[] = ['site', 'product', 'own'];

/** The first page: where one may go, and what one may do. */
export function Component() {
  const { name, role, permissions } = useMe();
  const site = useCurrentSite();
  const places = areas.flatMap((area) =>
    destinationsFor(area, permissions, site?.id).map((place) => ({ ...place, of: area === 'site' ? site?.name : '' })),
  );
  return (
    <Page title={`Hello, ${name}`} about={`${roleWords[role].title}. ${roleWords[role].about}`}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-4">
        {places.map(({ label, icon: Icon, path, of }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex min-h-20 items-center gap-4 rounded-xl border border-line p-4 hover:border-brand hover:text-brand"
            >
              <Icon className="size-6 shrink-0" aria-hidden="true" />
              <span>
                <span className="block font-semibold">{label}</span>
                {of && <span className="block text-sm text-muted">{of}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className="mt-10">What you may</h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {permissions.map((permission) => (
          <li key={permission}>{sentence(permissionTable[permission].title)}</li>
        ))}
      </ul>
    </Page>
  );
}

const sentence = (title: string) => title[0]!.toUpperCase() + title.slice(1);
