/** What people are told about comments. A site's dictionary stands above these. */
export const texts = {
  comment_author: 'Member',
  comment_added: 'Your comment has been added.',
  comment_changed: 'Your comment has been changed.',
  comment_deleted: 'The comment has been deleted.',
  comment_empty: 'Please write something first.',
  comment_misplaced: 'Comments cannot be sent here.',
  comment_edit: 'Edit comment',
  comment_login_required: 'Please log in first.',
  comments_loaded: '{number} more comments.',
  subscribed: 'You will get an email about replies to your comments here.',
  subscribed_unconfirmed:
    'You will get an email about replies to your comments here once your email address is confirmed.',
  unsubscribed: 'You will get no more emails about replies here.',
  save_button: 'Save',
  cancel_button: 'Cancel',
  are_you_sure: 'Are you sure?',
};

export type TextKey = keyof typeof texts;

let dictionary: Record<string, unknown> = {};
/** @param own of the site, once its settings are known */
export const keepDictionary = (own: Record<string, unknown> | undefined): void => {
  dictionary = own ?? dictionary;
};

/** @param number stands for `{number}` */
export function say(key: TextKey, number = 0): string {
  const own = Object.hasOwn(dictionary, key) ? dictionary[key] : undefined;
  return (typeof own === 'string' ? own : texts[key]).replace('{number}', String(number));
}

/** @throws Error with a sentence for people */
export function refuse(code: string, key: TextKey): never {
  throw Object.assign(new Error(say(key)), { code });
}
