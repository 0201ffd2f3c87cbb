import type { Member } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';
import { Fact, Id, None, Part } from './facts.tsx';
import { Icon } from './icons.tsx';
import { LongText } from './long-text.tsx';
import type { Inspector } from './state.ts';
import { useMember, type MemberView } from './use-member.ts';

/** Who is signed in on this page, and everything a page can know of them. */
export function MemberTab({ inspector: { page, app } }: { inspector: Inspector }) {
  const view = useMember(page);
  const { member, json, fault, isBusy, reload } = view;
  const status = member === undefined ? 'Asking who is logged in…' : member ? 'Logged in' : 'Not logged in';
  return (
    <div aria-busy={isBusy}>
      <div className="status">
        <p aria-live="polite" className={`status-text ${member ? 'is-in' : ''}`} data-cy="member-status">
          {status}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label="Ask the service again"
          title="Ask the service again"
          onClick={() => void reload()}
        >
          <Icon name="again" />
        </button>
      </div>
      {fault !== undefined && (
        <div className="notice fault" role="alert">
          <p>{fault}</p>
          <button type="button" className="button" onClick={() => void reload()}>
            Try again
          </button>
        </div>
      )}
      <Acts page={page} view={view} />
      {member === null && (
        <None>Log in with a member of your sandbox to see the page as they do. Their data then stands here.</None>
      )}
      {member && <Data member={member} app={app} json={json} />}
    </div>
  );
}

function Acts({ page: { modals, membership }, view }: { page: Inspector['page']; view: MemberView }) {
  const { member, attempt } = view;
  if (member === undefined) return null;
  // Whatever it ends with, the builder stays on the page they look at.
  const open = (name: 'login' | 'profile') =>
    attempt(() => modals.open(name, {}, ({ type }) => type !== 'CLOSED' && modals.hideModal()));
  return (
    <div className="actions">
      {/* One element, so that the focus stays on it. */}
      <button
        type="button"
        className={member ? 'button' : 'button main'}
        data-cy={member ? 'logout-btn' : 'login-btn'}
        onClick={() => void (member ? attempt(() => membership.logout()) : open('login'))}
      >
        {member ? 'Log out' : 'Log in'}
      </button>
      {member && (
        <button type="button" className="button" data-cy="profile-btn" onClick={() => void open('profile')}>
          Profile
        </button>
      )}
    </div>
  );
}

function Data({ member, app, json }: { member: Member; app: App; json: unknown }) {
  const { id, auth, createdAt, verified, metaData } = member;
  return (
    <>
      <Part title="Member">
        <dl className="facts">
          <Fact name="Id">
            <Id text={id} />
          </Fact>
          <Fact name="Email">
            <LongText text={auth.email} />
          </Fact>
          <Fact name="Created">
            <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
          </Fact>
          <Fact name="Verified">{verified ? 'Yes' : 'No'}</Fact>
        </dl>
      </Part>
      <Part title="Custom fields">
        <Fields member={member} app={app} />
      </Part>
      <Part title="Plans">
        <Plans member={member} app={app} />
      </Part>
      <Part title="Metadata">
        <Json value={metaData} />
      </Part>
      <Part title="Member JSON">{json === undefined ? <None>Loading…</None> : <Json value={json} />}</Part>
    </>
  );
}

function Fields({ member: { customFields }, app }: { member: Member; app: App }) {
  const known = app.customFields.map(({ key, label, type }) => ({ key, label, type }));
  const more = Object.keys(customFields)
    .filter((key) => !known.some((field) => field.key === key))
    .map((key) => ({ key, label: key, type: 'text' }));
  if (known.length + more.length === 0) return <None />;
  return (
    <dl className="facts">
      {[...known, ...more].map(({ key, label, type }) => (
        <Fact key={key} name={label} code={key}>
          {type === 'boolean' ? (
            <input type="checkbox" aria-label={label} checked={customFields[key] === 'true'} disabled />
          ) : Object.hasOwn(customFields, key) && customFields[key] !== '' ? (
            <LongText text={customFields[key]!} />
          ) : (
            <span className="quiet">empty</span>
          )}
        </Fact>
      ))}
    </dl>
  );
}

function Plans({ member: { planConnections }, app }: { member: Member; app: App }) {
  if (planConnections.length === 0) return <None />;
  return (
    <ul className="rows">
      {planConnections.map(({ id, planId, status, type, active }) => (
        <li key={id}>
          <strong>
            <LongText text={app.plans.find((plan) => plan.id === planId)?.name ?? planId} />
          </strong>{' '}
          <span className={active ? 'pill is-in' : 'pill'}>{inWords(status)}</span>{' '}
          <span className="quiet">{inWords(type)}</span>
          <Id text={planId} />
        </li>
      ))}
    </ul>
  );
}

/** `REQUIRES_PAYMENT` becomes `Requires payment`. */
const inWords = (word: string) => word.charAt(0) + word.slice(1).toLowerCase().replaceAll('_', ' ');

function Json({ value }: { value: unknown }) {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? <None>Nothing is kept.</None> : <LongText text={JSON.stringify(value, null, 2)} isCode />;
}
