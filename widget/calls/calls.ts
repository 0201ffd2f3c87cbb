/** The calls that a page makes when a visitor or member acts on it. Fetched with the first of them. */
export { checkSignIn, laterCalls } from '../../client/membership.ts';
export { stayFresh } from './stay-fresh.ts';
