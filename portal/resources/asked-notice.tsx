import { outlineMessages } from '../messages/outlines.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

const { title, mailed, password } = outlineMessages.asked;

/** Above the outline of a visitor who asked for it by the form. */
export function AskedNotice({ email }: { email: string }) {
  return (
    <div className="mt-6 max-w-3xl">
      <Notice tone="info" title={title}>
        <p>
          {mailed} <span className="email">{email}.</span>
        </p>
        <p>{password}</p>
        <ButtonLink to={pathOf(usePartner(), 'login')} state={{ email }} look="outline" className="mt-2">
          Log In
        </ButtonLink>
      </Notice>
    </div>
  );
}
