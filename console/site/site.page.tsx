import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import { useParams } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { siteParts } from '../shell/site-parts.ts';
import { AccessPart } from './access-part.tsx';
import { BrandingPart } from './branding-part.tsx';
import { CommentsPart } from './comments-part.tsx';
import { ContentPart } from './content-part.tsx';
import { FieldsPart } from './fields-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { OverviewPart } from './overview-part.tsx';
import { PlansPart } from './plans-part.tsx';
import { ProvidersPart } from './providers-part.tsx';
import { SaveBar, SettingsNotices } from './save-bar.tsx';
import { changedSections } from './setting-paths.ts';
import { settingsQuery } from './site-query.ts';
import { TextsPart } from './texts-part.tsx';
import { SettingsProvider, useSettings } from './use-settings.tsx';
import { ViewsPart } from './views-part.tsx';
import { WebhooksPart } from './webhooks-part.tsx';

const contents: Readonly<Record<string, ComponentType>> = {
  '': OverviewPart,
  branding: BrandingPart,
  texts: TextsPart,
  fields: FieldsPart,
  plans: PlansPart,
  content: ContentPart,
  access: AccessPart,
  providers: ProvidersPart,
  comments: CommentsPart,
  webhooks: WebhooksPart,
  keys: KeysPart,
  views: ViewsPart,
};

/** A site: its settings in forms, its keys, its webhooks and its page views. */
export function Component() {
  const { siteId = '', '*': path = '' } = useParams();
  const may = useMay('change-sites');
  const settings = useQuery({ ...settingsQuery(siteId), enabled: may });
  const part = siteParts.find((each) => each.path === path);
  if (!may || !part || isRefusal(settings.error, 'not-found')) return <NotFound />;
  const name = settings.data?.settings['name'];
  return (
    <Page
      title={part.path === '' ? (typeof name === 'string' ? name : 'Site') : part.label}
      within={
        part.path === '' ? undefined : { label: typeof name === 'string' ? name : 'Site', to: sitePath(siteId, '') }
      }
      about={part.about}
    >
      {settings.isError && (
        <Notice tone="error" role="alert" title="The site could not be read">
          <p>{messageOf(settings.error)}</p>
        </Notice>
      )}
      {settings.isPending && <Skeleton className="h-40" />}
      {settings.data && (
        <SettingsProvider key={siteId} siteId={siteId} shown={settings.data}>
          <SiteFrame path={part.path} />
        </SettingsProvider>
      )}
    </Page>
  );
}

const sitePath = (siteId: string, path: string) => `/sites/${siteId}/site${path === '' ? '' : `/${path}`}`;

function SiteFrame({ path }: { path: string }) {
  const Content = contents[path]!;
  return (
    <div className="flex flex-col gap-6 xl:flex-row">
      <PartMenu current={path} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-col gap-6">
          <SettingsNotices />
          <Content />
        </div>
        <SaveBar />
      </div>
    </div>
  );
}

/** The pages of the site, with a mark at those where something is not saved. */
function PartMenu({ current }: { current: string }) {
  const { siteId, draft, shown } = useSettings();
  const dirty = Object.keys(changedSections(shown.settings, draft));
  const menu = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the menu is one line that is wider than the screen.
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  return (
    <nav aria-label="Site" className="shrink-0 xl:w-48">
      <ul
        ref={menu}
        // What is for screen readers alone is positioned: outside of it, it would widen the page.
        className="relative flex gap-1 overflow-x-auto pb-2 xl:flex-col xl:overflow-visible xl:pb-0"
      >
        {siteParts.map(({ path, label, sections }) => (
          <li key={path} className="shrink-0">
            <Link
              to={sitePath(siteId, path)}
              aria-current={path === current ? 'page' : undefined}
              className="flex min-h-10 items-center gap-2 rounded-lg px-3 whitespace-nowrap hover:bg-surface aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-brand forced-colors:aria-[current=page]:border"
            >
              {label}
              {sections.some((each) => dirty.includes(each)) && (
                <>
                  <span className="size-2 rounded-full bg-warning" aria-hidden="true" />
                  <span className="sr-only">not saved</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
