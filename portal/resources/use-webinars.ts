import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import type { WebinarChange } from '../../contract/requests.ts';
import { wantsNotices, webinarIdsOf } from '../../contract/student-choices.ts';
import { resourceMessages } from '../messages/resources.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { refreshAnswer } from '../session/answers.ts';
import { refreshMember, setChangedMember, useMember } from '../session/member.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { toast } from '../../ui/toast.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { requests } from './request-client.ts';
import { webinarsOf } from './webinar-list.ts';

export interface Webinars {
  /** It is not known yet who is there. */
  isPending: boolean;
  isRegistered: (id: string) => boolean;
  /** A change of this one is on its way. */
  isChanging: (id: string) => boolean;
  register: (id: string) => Promise<void>;
  unregister: (id: string) => Promise<void>;
}

/** Which webinars the member takes part in, and how to change that. Their field `registeredWebinars` is the truth. */
export function useWebinars(): Webinars {
  const member = useMember();
  const partner = usePartner();
  const navigate = useNavigate();
  const [changing, setChanging] = useState<readonly string[]>([]);
  const registered = webinarIdsOf(member?.customFields ?? {});

  async function change(
    id: string,
    wish: WebinarChange,
    done: (changed: Changed) => ToastMessage,
    failed: ToastMessage,
  ) {
    setChanging((ids) => [...ids, id]);
    try {
      const changed = await requests.changeWebinars(partner.code, wish);
      if (setChangedMember(changed.member)) toast(done(changed));
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return;
      toast(refusalOf(error, failed));
      // Refused is also what staff, another tab or another device have done already: show how it stands.
      await Promise.all([refreshMember(), refreshAnswer(webinarsOf(partner.code))]);
    } finally {
      setChanging((ids) => ids.filter((each) => each !== id));
    }
  }

  return {
    isPending: member === undefined,
    isRegistered: (id) => registered.includes(id),
    isChanging: (id) => changing.includes(id),
    async register(id) {
      if (!member) return void navigate(pathOf(partner, 'login'));
      if (registered.includes(id)) return toast(resourceMessages.alreadyRegistered);
      await change(id, { add: id }, registrationSuccess, resourceMessages.registrationFailed);
    },
    unregister: (id) =>
      change(id, { remove: id }, () => resourceMessages.unregistered, resourceMessages.unregistrationFailed),
  };
}

type Changed = Awaited<ReturnType<typeof requests.changeWebinars>>;

function registrationSuccess({ member, mailed }: Changed): ToastMessage {
  if (mailed) return resourceMessages.registered;
  return wantsNotices(member.customFields) ? resourceMessages.registeredUnproved : resourceMessages.registeredQuietly;
}

function refusalOf(error: unknown, failed: ToastMessage): ToastMessage {
  const code = error instanceof RequestError ? error.code : '';
  if (code === 'already-registered') return resourceMessages.alreadyRegistered;
  if (code === 'webinar-not-found') return resourceMessages.webinarGone;
  // A second try would not help.
  if (['webinar-over', 'too-many-requests'].includes(code))
    return { title: (error as RequestError).message, kind: 'error' };
  return failed;
}
