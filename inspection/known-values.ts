import {
  actionWords,
  editParts,
  formKinds,
  modalWords,
  postParts,
  profileTabs,
  threadParts,
  type AuthorAttribute,
} from '../shared/attributes.ts';

const captchaLooks = new Set(['', 'light', 'dark']);
const orders = new Set(['newest', 'oldest', 'asc', 'desc']);

/** Attributes whose values are words of ours, with every word. */
export const knownValues: Partial<Record<AuthorAttribute, ReadonlySet<string>>> = {
  form: new Set(formKinds),
  modal: new Set(modalWords),
  'modal-tab': new Set(profileTabs),
  action: new Set(actionWords),
  auth: new Set(['manage-providers']),
  passwordless: new Set(['step-2']),
  message: new Set(['success', 'error']),
  'signup:hcaptcha': captchaLooks,
  hcaptcha: captchaLooks,
  'channel-sort': orders,
  'thread-sort': new Set(['', ...orders]),
  'post-edit': new Set(editParts),
  'thread-edit': new Set(editParts),
  post: new Set(['', ...postParts]),
  thread: new Set(['', ...threadParts]),
};

/** Whose words are the same in capitals: the widget reads them so. */
export const inAnyCase: readonly AuthorAttribute[] = ['modal-tab'];
