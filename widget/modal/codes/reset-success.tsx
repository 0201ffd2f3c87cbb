import { useModal } from '../modal-context.ts';
import { Heading } from '../ui/heading.tsx';
import { useCodeLabels } from './use-code-labels.ts';

export function ResetSuccessScreen() {
  const label = useCodeLabels();
  const { go } = useModal();
  return (
    <section id="PasswordSuccessModal">
      <Heading text={label('success_title')} />
      <p className="ms-text">{label('password_reset_success')}</p>
      <button type="button" className="ms-button ms-button--primary" onClick={() => go('login')}>
        {label('login_again')}
      </button>
    </section>
  );
}
