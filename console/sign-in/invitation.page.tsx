import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { roleWords } from '../../contract/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { WayIn } from '../shell/way-in.tsx';
import { FactorStep } from './factor-step.tsx';
import { PersonStep, type Person } from './person-step.tsx';

type Stage = 'person' | 'factor' | 'codes';
const stageNumber: Record<Stage, number> = { person: 1, factor: 2, codes: 3 };

/** Accepting an invitation: who one is, what proves it, and the codes for a lost phone. */
export function Component() {
  const token = useLocation().hash.slice(1);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await send('POST /console/api/invitations/open', { token })).data,
    // Once it is accepted the link has ended, which must not replace the recovery codes.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const [stage, setStage] = useState<Stage>('person');
  const [person, setPerson] = useState<Person>();
  const [refusal, setRefusal] = useState<unknown>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const navigate = useNavigate();

  if (invitation.isPending)
    return (
      <WayIn title="Your invitation">
        <Spinner />
      </WayIn>
    );
  if (invitation.isError) return <Invalid error={invitation.error} onRetry={() => void invitation.refetch()} />;
  const { email, name, role } = invitation.data;
  const about = `Step ${stageNumber[stage]} of 3`;
  if (stage === 'codes')
    return (
      <WayIn title="Your recovery codes" step={stage} about={`${about}. You are signed in.`}>
        <RecoveryCodes codes={codes} place="the Intake console" />
        <Button className="mt-6 w-full" onClick={() => void navigate('/', { replace: true })}>
          I have kept them, go on
        </Button>
      </WayIn>
    );
  if (stage === 'factor' && person)
    return (
      <WayIn
        title="Prove that it is you"
        step={stage}
        about={`${about}. Besides your password, each time you sign in.`}
      >
        <FactorStep
          token={token}
          person={person}
          onBack={(fault) => {
            setRefusal(fault);
            setStage('person');
          }}
          onAccepted={(recoveryCodes) => {
            setCodes(recoveryCodes);
            setStage('codes');
          }}
        />
      </WayIn>
    );
  return (
    <WayIn
      title="Welcome to the console"
      step={stage}
      about={`${about}. You were invited as ${roleWords[role].title.toLowerCase()}, with ${email}.`}
    >
      <PersonStep
        email={email}
        name={person?.name ?? name}
        refusal={refusal}
        onDone={(filledIn) => {
          setPerson(filledIn);
          setRefusal(undefined);
          setStage('factor');
        }}
      />
    </WayIn>
  );
}

function Invalid({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOver = isRefusal(error, 'invalid-invitation') || isRefusal(error, 'invalid-request');
  return (
    <WayIn title={isOver ? 'This link does not work any more' : 'Your invitation did not load'}>
      <p>
        {isOver
          ? 'An invitation works for 72 hours and once. Ask an owner for a new one; if you have accepted it before, sign in.'
          : messageOf(error)}
      </p>
      <div className="mt-6">
        {isOver ? <ButtonLink to="/sign-in">Sign in</ButtonLink> : <Button onClick={onRetry}>Try again</Button>}
      </div>
    </WayIn>
  );
}
