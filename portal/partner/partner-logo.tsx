import { join } from '../../ui/join.ts';
import { usePartner } from './partner.tsx';

/** The partner's wordmark, drawn for deep surfaces. */
export function PartnerLogo({ className }: { className: string }) {
  const { code } = usePartner();
  // Its letters are white: they keep their ground where the reader chooses all other colours.
  return (
    <img
      src={`/assets/logo-${code}.svg`}
      alt={code.toUpperCase()}
      className={join(className, 'forced-color-adjust-none forced-colors:bg-deep')}
    />
  );
}
