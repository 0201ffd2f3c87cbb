import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { adoptSheet, labelsFor } from '../../shell/shell.ts';
import { useModal } from '../modal-context.ts';
import css from './profile.css?inline';
import { isFramedByStranger } from './framed.ts';
import type { ProfileTexts } from './profile-context.ts';
import { profileLabels } from './profile-labels.ts';
import { ProfileViews } from './profile-views.tsx';
import { Sign } from './sign.tsx';
import { useProfileMember } from './use-profile-member.ts';
import { Heading } from '../ui/heading.tsx';
import { Waiting } from '../ui/waiting.tsx';

/** What `ProfileScreen` fetches: the profile, its styles and its texts. */
export function WholeProfile() {
  const { params, app } = useModal();
  const label = useMemo(() => labelsFor(params, app, profileLabels), [params, app]);
  const [isFramed] = useState(isFramedByStranger);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => adoptSheet(place.current!.getRootNode() as ShadowRoot, css), []);
  return (
    <div ref={place}>
      <Sign />
      {isFramed ? <Elsewhere label={label} /> : <OwnProfile label={label} />}
    </div>
  );
}

function OwnProfile({ label }: { label: ProfileTexts }) {
  const { member, askAgain, ...during } = useProfileMember();
  if (member) return <ProfileViews member={member} label={label} {...during} />;
  return <Waiting title={label('profile_information_title')} onAgain={askAgain} />;
}

/** Clickjacking: what changes an account is not offered within a frame of another origin. */
function Elsewhere({ label }: { label: ProfileTexts }) {
  return (
    <section>
      <Heading text={label('profile_information_title')} takesFocus />
      <p className="ms-text">{label('framed_refusal')}</p>
      <a className="ms-button ms-button--primary" href={location.href} target="_blank" rel="noopener">
        {label('open_in_window')}
      </a>
    </section>
  );
}
