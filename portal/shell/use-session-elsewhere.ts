import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { sessionMessages } from '../messages/session.ts';
import { forgetAnswers } from '../session/answers.ts';
import { forgetTab, loggedOutMark } from '../session/browser-keys.ts';
import { sessionEndedEvent, setMember } from '../session/member.ts';
import { followOtherTab } from '../session/sign-out.ts';
import { tabView } from '../session/tab-view.ts';
import { toast } from '../../ui/toast.ts';
import { useAccess } from './use-access.ts';

/**
 * When another tab logs out or in, or the session ends while the page is open, this tab shows it at once, and the guard
 * decides again about the page.
 */
export function useSessionElsewhere(): void {
  const { revalidate } = useRevalidator();
  const access = useAccess();
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      // Without a key everything was cleared.
      if (!tabView && (key === null || newValue === loggedOutMark)) forgetTab();
      if (key === null || key === 'user') void followOtherTab().then(revalidate);
    };
    const leave = () => {
      // What was typed stays in the tab for its member, who logs in again.
      forgetAnswers();
      setMember(null);
      // Of pages for candidates the guard says so.
      if (access === 'members') toast(sessionMessages.logInFirst);
      void revalidate();
    };
    window.addEventListener('storage', follow);
    window.addEventListener(sessionEndedEvent, leave);
    return () => {
      window.removeEventListener('storage', follow);
      window.removeEventListener(sessionEndedEvent, leave);
    };
  }, [access, revalidate]);
}
