import type { ComponentProps, ReactNode } from 'react';
import { join } from './join.ts';
import { Link } from './link.tsx';
import { SpinnerIcon } from './spinner.tsx';

export type ButtonLook = 'primary' | 'outline' | 'link';

const base =
  'inline-flex justify-center gap-2 rounded-lg font-semibold transition-colors duration-150 text-center select-none';
const looks: Record<ButtonLook, string> = {
  primary:
    'items-center min-h-12 px-6 py-3 bg-brand text-white hover:bg-deep forced-colors:border disabled:bg-surface-strong disabled:text-muted aria-disabled:bg-surface-strong aria-disabled:text-muted',
  outline:
    'items-center min-h-12 px-6 py-3 border border-control bg-white text-ink hover:border-brand hover:text-brand disabled:border-line disabled:text-muted',
  // On the line of the words, with a spinner too: a picture that comes first would set the baseline, and move what is below.
  link: 'items-baseline [&>svg]:self-center min-h-6 text-brand underline underline-offset-4 decoration-1 hover:decoration-2',
};

/** The classes of a button, for the rare element that is neither button nor link of ours. */
export function buttonClass(look: ButtonLook, className?: string): string {
  return join(base, looks[look], className);
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /** Work is going on: the label stays, a spinner joins it, presses do nothing. */
  loading?: boolean;
}

export function Button({ look = 'primary', loading = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`: a disabled button loses the keyboard focus.
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, join('cursor-pointer disabled:cursor-not-allowed', className))}
    >
      {loading && <SpinnerIcon />}
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  to: string;
  look?: ButtonLook;
  state?: unknown;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button: it leads somewhere, it does nothing. */
export function ButtonLink({ to, look = 'primary', state, className, children }: ButtonLinkProps) {
  if (!to.startsWith('/')) {
    return (
      <a href={to} rel="noopener" className={buttonClass(look, className)}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} state={state} className={buttonClass(look, className)}>
      {children}
    </Link>
  );
}
