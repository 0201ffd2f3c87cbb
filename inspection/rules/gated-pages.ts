import { closest } from '../closest.ts';
import type { Problem, SiteFacts } from '../finding.ts';
import type { Page } from './page-part.ts';

/** Whether the script tag and the site's content groups agree on a whole page being for members. */

/** As the widget reads it, `widget/page/config.ts`. */
const gatedMarks = ['data-ms-gated', 'data-memberstack-gated'];

/** @param scripts every install script, in the page's order; the widget reads the first */
export function inspectGatedPage<E>({ tree, site, address, isGated }: Page<E>, [element]: readonly E[]): Problem<E>[] {
  if (element === undefined || site === undefined || isGated === undefined) return [];
  const mark = gatedMarks.find((each) => tree.read(element, each) !== null);
  if ((mark !== undefined) === isGated) return [];
  if (mark !== undefined)
    return [{ id: 'gated-without-group', element, attribute: mark, message: withoutGroup(site, address) }];
  const message = `A content group names ${pathOf(address)}. Add data-ms-gated, or visitors see the page before they are sent away.`;
  const instead = { name: 'gated', value: '' };
  return [{ id: 'gated-page-without-attribute', element, attribute: gatedMarks[0]!, message, instead }];
}

const pathOf = (address: string | undefined): string =>
  address === undefined ? 'this page' : new URL(address).pathname;

function withoutGroup({ contentGroups }: SiteFacts, address: string | undefined): string {
  const urls = contentGroups.flatMap((group) => group.urls.map(({ url }) => url));
  const meant = address === undefined ? undefined : closest(pathOf(address), urls);
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `No content group of your site names ${pathOf(address)}, so everybody may open it.${question}`;
}
