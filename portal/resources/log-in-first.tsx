import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** For visitors, where an advisor has to know whom to answer. */
export function LogInFirst() {
  const partner = usePartner();
  return (
    <div className="space-y-4">
      <p>Create an account or log in first, so that an advisor knows whom to answer.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pathOf(partner, 'register')} look="outline">
          Create an account
        </ButtonLink>
        <ButtonLink to={pathOf(partner, 'login')} look="outline">
          Log in
        </ButtonLink>
      </div>
      <p className="text-sm">
        Or write to <TextLink to={`mailto:${partner.supportEmail}`}>{partner.supportEmail}</TextLink>.
      </p>
    </div>
  );
}
