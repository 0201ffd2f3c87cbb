import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { leadMessages } from '../messages/leads.ts';
import { messageOf } from '../session/message-of.ts';
import { keepDraft, readDraft, visitorId } from '../session/draft.ts';
import { leads } from './lead-client.ts';

/** Whose password is chosen, and what gives the right to: this visit, or a mailed link. */
export type Visit = { email: string; course: string } & ({ proof: string } | { link: string });

export type Stage = { name: 'form'; deadLink?: string } | { name: 'opening-link' } | { name: 'password'; visit: Visit };

export interface LeadVisit {
  stage: Stage;
  /** The form has arrived: on to the password. */
  goOn: (visit: { email: string; course: string; proof: string }) => void;
  /** Back to the form, whose fields are as they were. */
  goBack: () => void;
}

type Kept = 'email' | 'course' | 'proof';
const draftName = 'lead-visit';

/** Where a visit stands. It survives a reload; a mailed link opens the password stage too. */
export function useVisit(): LeadVisit {
  const link = /^#link=([\w-]+)$/.exec(useLocation().hash)?.[1];
  const [stage, setStage] = useState<Stage>(() => (link === undefined ? rememberedStage() : { name: 'opening-link' }));

  useEffect(() => {
    if (link === undefined) return undefined;
    let isCurrent = true;
    void openLink(link).then((opened) => isCurrent && setStage(opened));
    return () => {
      isCurrent = false;
    };
  }, [link]);

  return {
    stage,
    goOn(visit) {
      keepDraft<Kept>(draftName, visitorId, visit);
      setStage({ name: 'password', visit });
    },
    goBack() {
      forgetVisit();
      setStage({ name: 'form' });
    },
  };
}

export function forgetVisit(): void {
  keepDraft<Kept>(draftName, visitorId, {});
}

function rememberedStage(): Stage {
  const { email, course, proof } = readDraft<Kept>(draftName, visitorId);
  return email && course && proof ? { name: 'password', visit: { email, course, proof } } : { name: 'form' };
}

async function openLink(link: string): Promise<Stage> {
  try {
    const { email, course } = await leads.openLeadLink(link);
    return { name: 'password', visit: { email, course, link } };
  } catch (error) {
    return { name: 'form', deadLink: messageOf(error, leadMessages.linkNotOpened) };
  }
}
