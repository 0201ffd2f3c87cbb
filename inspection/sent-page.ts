import type { Finding, Problem } from './finding.ts';
import { isAuthorAttribute } from './found.ts';
import { isIgnored } from './ignoring.ts';
import { prefix, type PageTree } from './page-tree.ts';
import { isPlaceholder } from './placeholder.ts';
import { problems } from './problems.ts';
import { isInstall } from './rules/install.ts';
import { sentPageProblems, type SentPageId } from './sent-page-problems.ts';

/** What is wrong with a page as it is sent, where the Inspector never comes into it. */

/** Every problem there is, those of the command line among them. */
export const allProblems = { ...problems, ...sentPageProblems };

type SentPageProblem<E> = Problem<E, SentPageId>;

export interface SentPage {
  /** The page has its own head, and no other source adds to it: a script that is not in it is missing. */
  isWhole: boolean;
  /** The service's origin, where it knows no site of the tag's id and key. */
  unknownTo: string | undefined;
  /** Ids of problems that the site does not want to be told. */
  ignored: readonly string[];
}

/** @returns the problems of `sentPageProblems` that the page has, without those that it ignores */
export function inspectSentPage<E>(
  tree: PageTree<E>,
  root: E,
  { isWhole, unknownTo, ignored }: SentPage,
): Finding<E>[] {
  const elements = [...tree.within(root)];
  const scripts = elements.filter((each) => isInstall(tree, each));
  return [
    ...(isWhole && scripts.length === 0 ? missingScript(tree, elements) : []),
    ...scripts.flatMap((script) => faultsOf(tree, script, unknownTo)),
  ]
    .filter((problem) => !isIgnored(tree, problem, ignored))
    .map((problem) => findingOf(tree, problem));
}

/** Told once a page, of the first attribute that does nothing. */
function missingScript<E>(tree: PageTree<E>, elements: readonly E[]): SentPageProblem<E>[] {
  const isOurs = (name: string) => name.startsWith(prefix) && isAuthorAttribute(name.slice(prefix.length));
  const element = elements.find((each) => tree.attributes(each).some(isOurs));
  if (element === undefined || elements.some((each) => bringsScript(tree, each))) return [];
  const attribute = tree.attributes(element).find(isOurs)!;
  const message = `${attribute} does nothing, and no other attribute either: the page has no install script.`;
  return [{ id: 'missing-install-code', element, attribute, message }];
}

/** Whether a script in the page names ours, to add it. */
const bringsScript = <E>(tree: PageTree<E>, element: E): boolean =>
  tree.name(element) === 'script' && tree.text(element).includes('/widget/');

function faultsOf<E>(tree: PageTree<E>, element: E, unknownTo: string | undefined): SentPageProblem<E>[] {
  const src = tree.read(element, 'src') ?? '';
  if (namesNoScript(src))
    return [
      {
        id: 'script-not-found',
        element,
        attribute: 'src',
        message: `The service has no ${fileOf(src)}: the script is /widget/v1/intake.js.`,
      },
    ];
  const attribute = ['data-ms-public-key', 'data-memberstack-public-key'].find((each) =>
    isSecret(tree.read(element, each)),
  );
  if (attribute !== undefined)
    return [
      {
        id: 'secret-key-in-page',
        element,
        attribute,
        message: 'This is a secret key, and everybody who opens the page can read it: take it out, and revoke it.',
      },
    ];
  if (unknownTo === undefined) return [];
  const message = `${unknownTo} knows no site with this data-ms-app and data-ms-public-key.`;
  return [{ id: 'unknown-site', element, attribute: null, message }];
}

/** Secret keys as the service makes them, `server/membership/administration/secret-keys.ts`. */
export const isSecret = (key: string | null): boolean => key?.startsWith('sk_') === true;

/** A script in the folder of ours, or in that folder without its version, under a name that the service does not have. */
const namesNoScript = (src: string): boolean =>
  !isPlaceholder(src) &&
  /\/widget\/(?:v\d+\/)?[^/?#]+\.m?js(?:[?#]|$)/.test(src) &&
  !/\/widget\/v1\/intake\.js(?:[?#]|$)/.test(src);

const fileOf = (src: string): string => src.slice(src.indexOf('/widget/')).replace(/[?#].*$/s, '');

function findingOf<E>(tree: PageTree<E>, { id, element, attribute, message }: SentPageProblem<E>): Finding<E> {
  return {
    ...sentPageProblems[id],
    id,
    type: 'error',
    documentation: `/docs/inspector#${id}`,
    attribute,
    value: attribute === null ? null : tree.read(element, attribute),
    message,
    element,
    instead: undefined,
  };
}
