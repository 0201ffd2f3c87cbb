import { currentPage } from '../../shared/current-page.ts';
import { squeezed } from '../closest.ts';
import type { Problem } from '../finding.ts';
import { prefix, readOwn } from '../page-tree.ts';
import { isPlaceholder } from '../placeholder.ts';
import type { Page, Part } from './page-part.ts';

/** Attributes that mean something only beside another one, and addresses that lead out of the site. */

export function inspectPairs<E>(_: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  const problems: Problem<E>[] = [];
  if (names.includes('coupon') && !names.some((name) => /^price(?::|-|$)/.test(name)))
    problems.push({
      id: 'coupon-without-price',
      element,
      attribute: `${prefix}coupon`,
      message: 'This coupon is taken along to no payment: there is no data-ms-price:add or :update beside it.',
    });
  for (const name of ['bind:style', 'bind:class'])
    if (names.includes(name) && !names.includes('content'))
      problems.push({
        id: 'bind-without-content',
        element,
        attribute: prefix + name,
        message: `${prefix}${name} is never used: there is no data-ms-content beside it that says for whom.`,
      });
  return problems;
}

/** Where our redirects stand: on forms of ours, and on what is pressed. */
export function inspectRedirect<E>({ tree, address }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  const onForm = names.includes('form') ? ['redirect', 'data-redirect'] : [];
  const own = names.includes('redirect') ? [`${prefix}redirect`] : [];
  return [...onForm, ...own].flatMap((attribute): Problem<E>[] => {
    const written = tree.read(element, attribute)?.trim() ?? '';
    if (written === '' || isPlaceholder(written)) return [];
    if (isSlipOfWord(written)) {
      const message = `"${written}" is read as an address on this site. Did you mean "${currentPage}", which is this page?`;
      return [{ id: 'unknown-value', element, attribute, message, instead: { name: 'redirect', value: currentPage } }];
    }
    if (!leadsElsewhere(written, address)) return [];
    const message = `"${written}" is not on this site: a redirect leads within it, so this one is passed over.`;
    return [{ id: 'redirect-elsewhere', element, attribute, message }];
  });
}

/** What people write for the one word that is no address, without capitals and hyphens. */
const slips = ['currenturl', 'currentpage', 'samepage', 'thispage'];
const isSlipOfWord = (written: string): boolean => written !== currentPage && slips.includes(squeezed(written));

/** An address in full can only be judged where it is known on which site the page lies. */
function leadsElsewhere(written: string, address: string | undefined): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(written) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) return true;
  if (address === undefined || !URL.canParse(written, address)) return false;
  return new URL(written, address).origin !== new URL(address).origin;
}

/** A parser drops a form in a form, and ends the outer one where the inner one ends. */
export function inspectNestedForm<E>({ tree }: Page<E>, { element, form }: Part<E>): Problem<E>[] {
  if (tree.name(element) !== 'form') return [];
  const isLost = tree.hasLostForm?.(element) === true;
  let around = tree.parent(element);
  while (around !== null && tree.name(around) !== 'form') around = tree.parent(around);
  if (!isLost && (around === null || form === undefined)) return [];
  const message = isLost
    ? 'A form stands inside this one. Browsers drop it, and end this form where it ends.'
    : 'This form stands inside another one: a press in it may send the outer form.';
  const attribute = readOwn(tree, element, 'form') === null ? null : `${prefix}form`;
  return [{ id: 'nested-form', element, attribute, message }];
}
