import { redirect, type LoaderFunctionArgs } from 'react-router';
import { meQuery } from './me.ts';
import { queryClient } from './query-client.ts';

/** Whether somebody was signed in since the document was loaded. Signing out loads it anew. */
let hadSession = false;

/**
 * Lets signed-in staff in; others sign in first and come back to the address they asked for. Where a session has ended,
 * the link pressed before the frame is taken away leads here, and says so as well.
 */
export async function guardFrame({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Response | null> {
  const me = await queryClient.ensureQueryData(meQuery);
  hadSession ||= me !== null;
  return me ? null : redirect(signInPath(pathOf(new URL(request.url)), hadSession ? 'ended' : undefined));
}

/** Leads those on who are signed in already, except who signs in again before their session ends. */
export async function guardSignIn({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Response | null> {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('again')) return null;
  const me = await queryClient.ensureQueryData(meQuery);
  return me ? redirect(wantedPath(search)) : null;
}

const base = '/console';
const pathOf = ({ pathname, search }: URL) => pathname.slice(base.length) + search;

/** Where to sign in, and where that leads. @param why the session has ended, or is about to and is begun again */
export function signInPath(wanted: string, why?: 'ended' | 'again'): string {
  const query = new URLSearchParams();
  if (wanted !== '/' && wanted !== '') query.set('next', wanted);
  if (why) query.set(why, '');
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in';
}

/** The address to go on to after signing in: one of the console's own, or its first page (open redirect). */
export function wantedPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}
