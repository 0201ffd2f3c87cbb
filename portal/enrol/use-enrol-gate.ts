import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { hasPassedCheck, type StudentMember } from '../../contract/student-fields.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { enrolment } from '../session/clients.ts';
import { setChangedMember } from '../session/member.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import type { ToastMessage } from '../../ui/toast-message.ts';
import { toast } from '../../ui/toast.ts';
import type { Question } from '../session/answers.ts';
import { useAnswer } from '../session/use-answer.ts';

/** An old answer must never open the gate again. */
const gateQuestion: Question<StudentMember> = {
  name: 'enrol gate',
  ask: () => enrolment.resume({ at: 'enrol' }),
  freshMs: Infinity,
  isPassing: true,
};

/**
 * Opens the enrol page to members who passed the check. The service lets a member in whose stage lags behind; all
 * others are sent to the check.
 *
 * @returns whether the page is open; while it is not, an answer is on its way
 */
export function useEnrolGate(member: StudentMember): boolean {
  const partner = usePartner();
  const navigate = useNavigate();
  const isOpen = hasPassedCheck(member.customFields);
  const { data, error } = useAnswer(gateQuestion, { enabled: !isOpen });

  useEffect(() => {
    if (data) setChangedMember(data);
  }, [data]);
  useEffect(() => {
    if (!error || leaveIfSignedOut(error, partner, navigate)) return;
    toast(refusalOf(error));
    void navigate(pathOf(partner, 'eligibility'), { replace: true });
  }, [error, navigate, partner]);

  return isOpen;
}

function refusalOf(error: Error): ToastMessage {
  return error instanceof RequestError && error.code === 'eligibility-required'
    ? enrolMessages.checkFirst
    : enrolMessages.stageNotSaved;
}
