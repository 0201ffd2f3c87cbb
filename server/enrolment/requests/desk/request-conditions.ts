export { answeredAt, hasBecome, isOwnRequest } from './requests-source.store.ts';
