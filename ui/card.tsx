import type { ComponentProps } from 'react';
import { join } from './join.ts';

/** A white sheet on the page. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={join('rounded-xl border border-line bg-white p-6 shadow-card md:p-8', className)} />
  );
}
