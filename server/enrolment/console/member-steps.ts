export { hasReached } from './member-steps.store.ts';
