import { goToSecondStep, useModal } from '../modal-context.ts';
import { CodeField } from './code-field.tsx';
import { Form, type Value } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { checkCode, useCodeLabels } from './use-code-labels.ts';

const withGroups = { includeContentGroups: true };

export function PasswordlessTokenScreen() {
  const label = useCodeLabels();
  const modal = useModal();
  const { client, codeFlow, inviteToken, getCaptchaToken, go, finish } = modal;
  const { type = 'login', email = '', plans = [], customFields = {} } = codeFlow ?? {};
  const invited = inviteToken ? { inviteToken } : {};

  async function verify(value: Value): Promise<void> {
    const proof = { passwordlessToken: value('token'), email };
    if (type === 'login') {
      try {
        const { data } = await client.loginMemberPasswordless({ ...proof, ...invited }, withGroups);
        return finish({ type: 'LOGIN', data });
      } catch (error) {
        return goToSecondStep(modal, error);
      }
    }
    const captchaToken = await getCaptchaToken();
    try {
      const { data } = await client.signupMemberPasswordless(
        { ...proof, plans, customFields, ...invited, ...(captchaToken === undefined ? {} : { captchaToken }) },
        withGroups,
      );
      finish({ type: 'SIGNUP', data });
    } catch (error) {
      goToSecondStep(modal, error, type);
    }
  }

  return (
    <section id="PasswordlessTokenModal">
      <Heading text={label(type === 'login' ? 'login_to_your_account' : 'create_an_account')} onBack={() => go(type)} />
      <p className="ms-text">{label('login_passwordless_instructions')}</p>
      <Form checks={{ token: checkCode(label) }} submit={label('login_verify_email')} onSend={verify}>
        <CodeField label={label('passwordless_token_heading')} name="token" />
      </Form>
      <p className="ms-text ms-text--quiet">{label('email_advice')}</p>
    </section>
  );
}
