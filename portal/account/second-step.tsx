import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { useSecondStep, type SecondStepPlan } from './use-second-step.ts';

/** What a member with a second factor is asked for after the password. */
export function SecondStep({ onStartAgain, ...plan }: SecondStepPlan & { onStartAgain: () => void }) {
  const { form, way, otherWay, hasPasskey, isAsking, change, enterByPasskey } = useSecondStep(plan);
  return (
    <>
      <h1 ref={takeFocus} tabIndex={-1}>
        One more step
      </h1>
      <p className="mt-2 text-muted">
        {way === 'authenticator' && 'Enter the code that your authenticator app shows now.'}
        {way === 'recovery-code' && 'Enter one of the recovery codes you have kept. Each works once.'}
        {way === undefined && 'Your account asks for a passkey.'}
      </p>
      <form {...form.props} className="mt-8 space-y-6">
        <ErrorSummary form={form} />
        {way === 'authenticator' && (
          <CodeField key={way} hint="Six digits." enterKeyHint="go" error={form.errorOf('code')} />
        )}
        {way === 'recovery-code' && (
          <Field
            key={way}
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            error={form.errorOf('code')}
          />
        )}
        {way && (
          <Button type="submit" loading={form.pending} className="w-full">
            Log In
          </Button>
        )}
      </form>
      {hasPasskey && (
        <Button
          look={way ? 'outline' : 'primary'}
          loading={isAsking}
          className="mt-6 w-full"
          onClick={() => void enterByPasskey()}
        >
          Use a passkey
        </Button>
      )}
      <p className="mt-6 flex flex-col items-center gap-3">
        {otherWay && (
          <Button look="link" onClick={change}>
            {otherWay === 'recovery-code' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Button>
        )}
        <Button look="link" onClick={onStartAgain}>
          Start again
        </Button>
      </p>
    </>
  );
}

/** Where reading goes on once this has come in the place of the password. */
const takeFocus = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });
