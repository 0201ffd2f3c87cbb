/** The limits that comments know. Apart from the others, which every page with comments would fetch with them. */
export const commentLimits = {
  /** Longest comment, in characters of its markup. */
  commentMaxLength: 5_000,
  channelKeyMaxLength: 200,
  /** Comments of one answer, unless the query has another number. */
  commentsPerPage: 20,
  commentsPerPageMost: 100,
  /** A member counts as typing for so long after their page has said it. */
  typingSeconds: 10,
} as const;
