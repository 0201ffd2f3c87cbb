export { hasReached, isOfSeats } from './member-steps.store.ts';
