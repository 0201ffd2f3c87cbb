import { usePartner } from '../partner/partner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import type { ButtonLook } from '../../ui/button.tsx';

/** A mail to the partner's people, with the reference already in its subject. */
export function ContactSupport({ reference, look = 'outline' }: { reference?: string | undefined; look?: ButtonLook }) {
  const { supportEmail } = usePartner();
  const subject = encodeURIComponent(reference ? `Payment ${reference}` : 'My payment');
  return (
    <a href={`mailto:${supportEmail}?subject=${subject}`} className={buttonClass(look)}>
      Contact Support
    </a>
  );
}
