import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';

/** A link within text, to a page of the portal or to an https address. */
export function TextLink({ to, children, className }: { to: string; children: ReactNode; className?: string }) {
  return (
    <ButtonLink to={to} look="link" {...(className === undefined ? {} : { className })}>
      {children}
    </ButtonLink>
  );
}
