import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Handed to the page the link leads to. */
  state?: unknown;
}

/**
 * A link to a page of the portal. The router's own one brings loading ahead and its framework mode along, which no
 * page of ours uses and every page would carry.
 */
export function Link({ to, state, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state });
  return (
    <a {...rest} href={useHref(to)} onClick={follow}>
      {children}
    </a>
  );
}
