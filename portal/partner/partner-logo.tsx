import { usePartner } from './partner.tsx';

/** The partner's wordmark, drawn for deep surfaces. */
export function PartnerLogo({ className }: { className: string }) {
  const { code } = usePartner();
  return <img src={`/assets/logo-${code}.svg`} alt={code.toUpperCase()} className={className} />;
}
