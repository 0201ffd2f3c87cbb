import type { Finding, SiteFacts } from '../../inspection/finding.ts';
import { createInspection, type InspectionOptions } from '../../inspection/inspection.ts';
import { mendedTag, openingTag } from '../../inspection/page-tree.ts';
import { isGated } from '../../shared/gated-addresses.ts';
import { inspectSentPage } from '../../inspection/sent-page.ts';
import type { Settings } from './site-settings.ts';
import { isFragment, parsedTree, type ParsedElement } from './parsed-page.ts';

/** A problem of a page with its position. The field names are public: they are printed as JSON. */
export interface PageFinding {
  id: string;
  type: 'error' | 'warning';
  title: string;
  message: string;
  attribute: string | null;
  value: string | null;
  /** The opening tag, cut short. */
  element: string;
  /** The opening tag as it is to be written, where that is known. */
  mended: string | null;
  line: number | null;
  column: number | null;
  documentation: string;
}

interface InspectPageOptions extends Pick<InspectionOptions, 'address'> {
  settings: Settings;
  /** The origin our documentation is served on. */
  documentation: string;
  /** Its source has template code, which may bring a script that is not in it. */
  hasTemplateCode: boolean;
}

/** @returns every problem, in the page's order */
export function inspectPage(
  root: ParsedElement,
  { settings, documentation, hasTemplateCode, address = addressIn(root) }: InspectPageOptions,
): PageFinding[] {
  const site = settings.facts;
  const inspection = createInspection(parsedTree, site, { address, isGated: isGatedAt(address, site) });
  inspection.lookAt([root]);
  inspection.lookLate();
  const sent = inspectSentPage(parsedTree, root, {
    isWhole: !isFragment(root) && !hasTemplateCode,
    unknownTo: settings.facts === undefined && settings.failed?.isUnknownSite ? settings.failed.origin : undefined,
    ignored: site?.inspectorIgnores ?? [],
  });
  return [...inspection.findings(), ...sent]
    .filter(isProblem)
    .filter(({ id }) => id !== 'misplaced-install-code' || !isFragment(root))
    .map((finding) => locate(finding, documentation))
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));
}

/** Undefined for a file whose address is not known, unless the site gates no address at all. */
function isGatedAt(address: string | undefined, site: SiteFacts | undefined): boolean | undefined {
  if (site === undefined) return undefined;
  if (address !== undefined) return isGated(site.contentGroups, address);
  return site.contentGroups.every(({ urls }) => urls.length === 0) ? false : undefined;
}

/** Where a page says itself that it lies, for files. */
function addressIn(root: ParsedElement): string | undefined {
  for (const each of parsedTree.within(root)) {
    if (parsedTree.name(each) !== 'link' || parsedTree.read(each, 'rel') !== 'canonical') continue;
    const href = parsedTree.read(each, 'href') ?? '';
    return URL.canParse(href) ? href : undefined;
  }
  return undefined;
}

type ProblemFinding = Finding<ParsedElement> & { type: PageFinding['type']; element: ParsedElement };

const isProblem = (finding: Finding<ParsedElement>): finding is ProblemFinding =>
  finding.type === 'error' || finding.type === 'warning';

function locate(finding: ProblemFinding, documentation: string): PageFinding {
  const { id, type, title, message, attribute, value, element, instead } = finding;
  const place = element.sourceCodeLocation;
  return {
    id,
    type,
    title,
    message,
    attribute,
    value: value === null ? null : withoutSecrets(value),
    element: withoutSecrets(openingTag(parsedTree, element)),
    mended: attribute !== null && instead ? withoutSecrets(mendedTag(parsedTree, element, attribute, instead)) : null,
    line: place?.startLine ?? null,
    column: place?.startCol ?? null,
    documentation: documentation + finding.documentation,
  };
}

/** A report is kept in logs of pipelines, where more people read it than should read a key. */
const withoutSecrets = (text: string): string => text.replaceAll(/\bsk_\w+/g, 'sk_…');
