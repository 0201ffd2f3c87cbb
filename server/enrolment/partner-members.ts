/** Which members have to do with a partner, for the rules of features. */
export { areOfPartners } from './partner-members.store.ts';
