import { commentLimits } from '../../contract/comment-limits.ts';

/** What the service takes as the name of a channel. */
const shape = /^[\p{L}\p{N}._~:@/+-]+$/u;
const strange = /[^\p{L}\p{N}._~:@+-]+/gu;
/** The first page of a site has no slug of its own. */
const firstPage = 'home';

/**
 * Which comments belong here.
 *
 * @param written as the attribute has it; empty stands for the page's slug
 * @param pathname of the page
 * @returns undefined for what can be no key
 */
export function channelKeyOf(written: string, pathname: string): string | undefined {
  const key = written.trim();
  if (key === '') return slugOf(pathname);
  return key.length <= commentLimits.channelKeyMaxLength && shape.test(key) ? key : undefined;
}

function slugOf(pathname: string): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const slug = decoded(last)
    .replace(/\.html?$/i, '')
    .replace(strange, '-');
  return slug.slice(0, commentLimits.channelKeyMaxLength) || firstPage;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
