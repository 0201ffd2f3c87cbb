import type { App, Plan } from '../../contract/site.ts';
import { Fact, Id, None, Part } from './facts.tsx';
import { LongText } from './long-text.tsx';
import type { Inspector } from './state.ts';

/** What the site is, as its pages know it. */
export function AppTab({ inspector: { app } }: { inspector: Inspector }) {
  return (
    <>
      <p className="notice">
        <strong>Test mode.</strong> This site is a sandbox: its members are for trying things out, no card is charged,
        and the Inspector is never seen by members of a live site.
      </p>
      <Part title="App">
        <dl className="facts">
          <Fact name="Name">
            <LongText text={app.name} />
          </Fact>
          <Fact name="Id">
            <Id text={app.id} />
          </Fact>
        </dl>
      </Part>
      <Part title="Plans">
        {app.plans.length === 0 && <None />}
        <ul className="rows">
          {app.plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
        </ul>
      </Part>
      <Part title="Custom fields">
        <Fields fields={app.customFields} />
      </Part>
      <Part title="Gated content">
        <Groups app={app} />
      </Part>
      <Part title="Authentication providers">
        <Providers app={app} />
      </Part>
      <Part title="Branding">
        <Branding branding={app.branding} />
      </Part>
    </>
  );
}

function PlanRow({ plan: { id, name, prices } }: { plan: Plan }) {
  return (
    <li>
      <strong>
        <LongText text={name} />
      </strong>{' '}
      {prices.length === 0 && <span className="pill">Free</span>}
      <Id text={id} />
      {prices.length > 0 && (
        <ul>
          {prices.map((price) => (
            <li key={price.id}>
              <LongText text={price.name} /> <span className="amount">{inMoney(price)}</span>{' '}
              <span className="quiet">{howOften(price)}</span>
              <Id text={price.id} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type Price = Plan['prices'][number];

function inMoney({ amount, currency }: Price): string {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

const spans: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

function howOften({ type, interval }: Price): string {
  if (type === 'ONETIME') return 'once';
  const span = spans[interval.type ?? ''] ?? interval.type ?? '';
  return (interval.count ?? 1) === 1 ? `every ${span}` : `every ${interval.count} ${span}s`;
}

const seenBy = { PUBLIC: 'everybody', MEMBERS: 'members', PRIVATE: 'the member alone' };

function Fields({ fields }: { fields: App['customFields'] }) {
  if (fields.length === 0) return <None />;
  return (
    <dl className="facts">
      {fields.map(({ key, label, visibility, hidden, restrictToAdmin }) => (
        <Fact key={key} name={label} code={key}>
          Seen by {seenBy[visibility]}
          {restrictToAdmin && ', written by your server'}
          {hidden && <span className="quiet">, not asked in dialogs</span>}
        </Fact>
      ))}
    </dl>
  );
}

/** Which addresses a setting names beside its own. */
function reachOf({ url, filter }: App['contentGroups'][number]['urls'][number]): string {
  if (filter === 'STARTS') return url.endsWith('/') ? 'and below' : 'and all that begin so';
  return filter === 'EQUALS' ? '' : filter.toLowerCase();
}

function Groups({ app: { contentGroups, plans } }: { app: App }) {
  if (contentGroups.length === 0) return <None />;
  const nameOf = (planId: string) => plans.find(({ id }) => id === planId)?.name ?? planId;
  const whoMay = (group: App['contentGroups'][number]) =>
    group.allowAllMembers ? 'all members' : group.plans.map(({ id }) => nameOf(id)).join(', ') || 'nobody';
  return (
    <dl className="facts">
      {contentGroups.map((group) => (
        <Fact key={group.id} name={group.name} code={group.key}>
          <p>
            For <LongText text={whoMay(group)} />
          </p>
          {group.urls.map((each) => (
            <p key={`${each.filter} ${each.url}`}>
              <LongText text={each.url} isCode /> <span className="quiet">{reachOf(each)}</span>
            </p>
          ))}
          {group.redirect && (
            <p>
              <span className="quiet">Others go to</span> <LongText text={group.redirect} isCode />
            </p>
          )}
        </Fact>
      ))}
    </dl>
  );
}

function Providers({ app: { authProviders, additionalAuthMethods } }: { app: App }) {
  const isPasswordless = additionalAuthMethods.passwordless.enabled === true;
  if (authProviders.length === 0 && !isPasswordless) return <None>Password only</None>;
  return (
    <ul className="rows">
      {authProviders.map(({ provider, name }) => (
        <li key={provider}>
          <LongText text={name} /> <LongText text={provider} isCode />
        </li>
      ))}
      {isPasswordless && <li>Code by email, instead of a password</li>}
    </ul>
  );
}

function Branding({ branding: { logo, colors } }: { branding: App['branding'] }) {
  return (
    <dl className="facts">
      <Fact name="Logo">{logo ? <Logo address={logo} /> : <span className="quiet">none</span>}</Fact>
      {Object.entries(colors.lightMode).map(([name, colour]) => (
        <Fact key={name} name={name}>
          <span className="swatch" style={{ backgroundColor: colour }} /> <LongText text={colour} isCode />
        </Fact>
      ))}
    </dl>
  );
}

const Logo = ({ address }: { address: string }) => (
  <>
    <img className="logo" src={address} alt="" />
    <LongText text={address} isCode />
  </>
);
