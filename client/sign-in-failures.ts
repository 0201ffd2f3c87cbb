import type { Auth } from '../contract/sign-in.ts';
import { failedSentence, RequestError, type Answer } from './request.ts';

/** What is said of a sign-in that failed without a sentence of the service. The texts are the specification's. */
const texts = {
  login: {
    failed: 'Login failed. Please check your credentials and try again.',
    empty: 'Login failed. Please check your email and password.',
  },
  signup: {
    failed: 'Registration failed. Please try again later.',
    empty: 'Registration failed. Please try again.',
  },
};

/** Takes the answer to a sign-in for one. @param token of the session so far */
export type CheckSignIn = <Answered extends Answer<Auth>>(
  kind: 'login' | 'signup',
  answering: Promise<Answered>,
  token: () => string | null,
) => Promise<Answered>;

/**
 * Takes an answer for a sign-in only if it signs a member in.
 *
 * @throws RequestError `login-failed` or `signup-failed` for an answer without member or session; the service's refusals
 */
export const checkSignIn: CheckSignIn = async (kind, answering, token) => {
  const answer = await answering.catch((error: RequestError) => {
    // Credentials may be right where the service has failed: a log-in says what the error says, if it says anything.
    const isLost = error.code === 'network-error' || error.message === failedSentence;
    throw error.message && !(kind === 'signup' && isLost)
      ? error
      : Object.assign(error, { message: texts[kind].failed });
  });
  const { member, tokens } = (answer.data ?? {}) as Partial<Auth>;
  // Another client of the page keeps its token itself.
  if (member && (tokens ?? token())) return answer;
  throw new RequestError(`${kind}-failed`, texts[kind].empty, 200);
};
