import { useCallback, useMemo, useRef, useState, type ComponentType } from 'react';
import type { Member } from '../../../contract/members.ts';
import { messageOf } from '../message-of.ts';
import { useModal } from '../modal-context.ts';
import { MyProfile } from './my-profile.tsx';
import { PasswordView } from './password-view.tsx';
import { PlansView } from './plans-view.tsx';
import { ProfileContext, type Profile, type ProfileTexts } from './profile-context.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SecurityView } from './security-view.tsx';
import { TeamView } from './team-view.tsx';
import { ProofView } from './proof-view.tsx';
import { useNarrow } from './use-narrow.ts';
import { useProof, type Proof } from './use-proof.ts';
import type { During } from './use-profile-member.ts';
import { landingView, openingView, type View } from './views.ts';

const content: Record<Exclude<View, 'profile-nav'>, ComponentType> = {
  profile: MyProfile,
  security: SecurityView,
  changePassword: PasswordView,
  plans: PlansView,
  team: TeamView,
};

interface ProfileViewsProps {
  member: Member;
  label: ProfileTexts;
  asking: During;
  /** Runs what signs the member out, so that the dialog does not end before it is told. */
  leaving: During;
}

/** Beside what was typed: a new log-in leads back to the view that asked for it. */
const viewKey = 'view';

/** The menu and the view that was chosen: side by side, or one after the other on phones. */
export function ProfileViews({ member, label, asking, leaving }: ProfileViewsProps) {
  const { app, params, tell, kept, keepTyped } = useModal();
  const isNarrow = useNarrow();
  const [view, setView] = useState(() =>
    openingView({ app, member }, kept.get(viewKey) ?? params.profile?.tab, isNarrow),
  );
  const proof = useProof();
  const { answer: endProof } = proof;
  const { isBusy, ...acts } = useActs({ asking, leaving }, proof);
  const show = useCallback(
    (next: View) => {
      if (endProof) {
        endProof(false);
        // What asked for the proof is refused by then, which is no news on another view.
        setTimeout(tell, 0, undefined, 'success');
      }
      keepTyped();
      kept.set(viewKey, next);
      tell(undefined, 'success');
      setView(next);
    },
    [tell, kept, keepTyped, endProof],
  );
  const shown = view === 'profile-nav' && !isNarrow ? landingView({ app, member }) : view;
  const { whileBusy, press, leave } = acts;
  const profile = useMemo(
    (): Profile => ({ member, label, view: shown, show, isNarrow, whileBusy, press, leave }),
    [member, label, shown, show, isNarrow, whileBusy, press, leave],
  );
  const Content = shown === 'profile-nav' ? undefined : content[shown];
  return (
    <ProfileContext value={profile}>
      {/* One tree for both, so that turning a phone loses nothing that was typed. */}
      <section id={isNarrow ? 'MobileProfileModal' : 'ProfileModal'} className="ms-profile">
        {(!isNarrow || !Content) && <ProfileMenu />}
        {Content && (
          <div className="ms-profile__view" aria-busy={isBusy} hidden={endProof !== undefined}>
            <Content key={shown} />
          </div>
        )}
        {endProof && (
          <div className="ms-profile__view" aria-busy={isBusy}>
            <ProofView onEnd={endProof} />
          </div>
        )}
        {isBusy && (
          <div className="ms-profile__loader">
            <span className="ms-spinner" />
            <span className="ms-hidden">{label('loading_text')}</span>
          </div>
        )}
      </section>
    </ProfileContext>
  );
}

function useActs(
  { asking, leaving }: Pick<ProfileViewsProps, 'asking' | 'leaving'>,
  { withProof, answer: endProof }: Proof,
): Pick<Profile, 'whileBusy' | 'press' | 'leave'> & { isBusy: boolean } {
  const { tell, fail, go, finish } = useModal();
  const [running, setRunning] = useState(0);
  const pressed = useRef<Promise<void>>(undefined);

  const whileBusy: Profile['whileBusy'] = useCallback(
    (act) =>
      // Nothing is covered while the member is asked for a proof.
      withProof(() => {
        setRunning((before) => before + 1);
        return asking(act).finally(() => setRunning((before) => before - 1));
      }),
    [withProof, asking],
  );
  const press: Profile['press'] = useCallback(
    async (act) => {
      if (pressed.current && !endProof) return;
      // Pressed in the menu while a proof is asked for: what asked for it ends as by Cancel.
      endProof?.(false);
      if (pressed.current) await pressed.current;
      if (pressed.current) return;
      const run = async () => {
        tell(undefined, 'error');
        try {
          tell(await whileBusy(act), 'success');
        } catch (error) {
          fail(error);
        } finally {
          pressed.current = undefined;
        }
      };
      await (pressed.current = run());
    },
    [whileBusy, endProof, tell, fail],
  );
  const leave: Profile['leave'] = useCallback(
    (act) =>
      press(async () => {
        const answer = await leaving(act);
        go('login');
        const message = messageOf(answer);
        finish({ type: 'LOGOUT', data: answer.data, message });
        return message;
      }),
    [press, go, finish, leaving],
  );
  return { isBusy: running > 0, whileBusy, press, leave };
}
