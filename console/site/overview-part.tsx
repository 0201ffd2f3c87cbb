import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { Columns, Section } from './section.tsx';
import { CopyText } from './copy-text.tsx';
import { PageCheckForm } from './page-check-form.tsx';
import { TextSetting } from './setting-fields.tsx';
import { listOf } from './setting-paths.ts';
import { useSettings } from './use-settings.tsx';

/** Opens the dialog for signing up. */
const wayIn = '<button type="button" data-ms-modal="signup">Join</button>';

/** What the site is, in numbers that lead on; its name; how to put it on a page. */
export function OverviewPart() {
  const { siteId, shown } = useSettings();
  const { settings } = shown;
  const text = (key: string) => String(settings[key]);
  const snippet = `<script\n  src="${location.origin}/widget/v1/intake.js"\n  data-ms-app="${siteId}"\n  data-ms-public-key="${text('publicKey')}"\n></script>`;
  // A site whose plans no member has yet shows its install snippet first.
  const hasHolders = Object.keys(shown.holders).length > 0;
  const glance = (
    <Section title="At a glance">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure label="Plans" to="plans" value={listOf(settings, 'plans').length} />
        <Figure label="Fields" to="fields" value={listOf(settings, 'fields').length} />
        <Figure label="Content groups" to="content" value={listOf(settings, 'contentGroups').length} />
        <Figure label="Providers" to="providers" value={listOf(settings, 'authProviders').length} />
        <Figure label="Webhooks" to="webhooks" value={listOf(settings, 'webhooks').length} />
      </dl>
    </Section>
  );
  return (
    <>
      {hasHolders && glance}
      <Section
        title="Put it on a page"
        about="Paste this into the head of every page of the site. In a site builder, use the field for code in the head of all pages."
      >
        <CopyText text={snippet} label="Install script" isLong />
        <p>Then give people a way in, anywhere in the page:</p>
        <CopyText text={wayIn} label="Button to join" isLong />
        <p className="text-muted">
          More to write: who sees what, a log-out, a profile.{' '}
          <a href="/docs/attributes" target="_blank" rel="noopener" className="text-brand underline underline-offset-4">
            Every attribute<span className="sr-only">, in a new tab</span>
          </a>
        </p>
      </Section>
      <Section
        title="Is it on your page?"
        about="We fetch the page as a visitor would, look for the script, and for mistakes in its attributes."
      >
        <PageCheckForm />
      </Section>
      {!hasHolders && glance}
      <Section title="What it is called">
        <TextSetting at={['name']} />
      </Section>
      <Section
        title="What only the operator changes"
        about="By command, on the machine where the service runs: they decide about real money and about who hosts the site."
      >
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <Fact label="Id">{siteId}</Fact>
          <Fact label="Mode">{settings['mode'] === 'live' ? 'Live: real money' : 'Test mode: no real money'}</Fact>
          <Fact label="Most members">{settings['memberLimit'] === null ? 'No limit' : text('memberLimit')}</Fact>
          <Fact label="Shows whose service it is">{settings['isPaid'] === true ? 'No' : 'Yes'}</Fact>
          <Fact label="Managed by">{shown.isManagedByFile ? 'Its file' : 'Console and file'}</Fact>
        </dl>
        <details>
          <summary className="cursor-pointer font-semibold text-brand">Change the public key</summary>
          <div className="mt-3">
            <Columns>
              <TextSetting at={['publicKey']} />
            </Columns>
          </div>
        </details>
      </Section>
    </>
  );
}

function Figure({ label, value, to }: { label: string; value: number; to: string }) {
  const { siteId } = useSettings();
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-h1 font-semibold">
        <Link
          to={`/sites/${siteId}/site/${to}`}
          className="text-brand underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {value}
          <span className="sr-only"> {label}</span>
        </Link>
      </dd>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
