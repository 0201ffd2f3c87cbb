export { byWords } from './member-words.store.ts';
