export { areOfPartners } from './partner-members.store.ts';
