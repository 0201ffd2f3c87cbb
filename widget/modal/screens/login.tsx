import { useModal } from '../modal-context.ts';
import { Field } from '../ui/field.tsx';
import { useRequest } from '../ui/use-request.ts';
import { valuesOf } from '../ui/values-of.ts';

export function LoginScreen() {
  const { client, label, isPasswordless, go, finish } = useModal();
  const { pending, run } = useRequest();
  return (
    <section id="LoginModal" aria-labelledby="heading">
      <h2 id="heading">{label('login_to_your_account')}</h2>
      <form
        className="ms-form"
        onSubmit={(event) => {
          event.preventDefault();
          const value = valuesOf(event.currentTarget);
          const email = value('email');
          void run(async () => {
            if (isPasswordless) {
              await client.sendMemberLoginPasswordlessEmail({ email });
              return go('passwordless_token', { type: 'login', email });
            }
            const credentials = { email, password: value('password') };
            const { data } = await client.loginMemberEmailPassword(credentials, { includeContentGroups: true });
            finish({ type: 'LOGIN', data });
          });
        }}
      >
        <Field label={label('email_address')} name="email" type="email" autoComplete="username" required />
        {!isPasswordless && (
          <Field label={label('password')} name="password" type="password" autoComplete="current-password" required />
        )}
        <button type="submit" className="ms-form__button" aria-busy={pending}>
          {label(isPasswordless ? 'continue_with_email' : 'login')}
        </button>
      </form>
    </section>
  );
}
