import type { Finding, SiteFacts } from '../../inspection/finding.ts';
import { createInspection } from '../../inspection/inspection.ts';
import { openingTag } from '../../inspection/page-tree.ts';
import { parsedTree, type ParsedElement } from './parsed-page.ts';

/** A problem of a page, and where in its text. Programs read these names. */
export interface PageFinding {
  id: string;
  type: 'error' | 'warning';
  title: string;
  message: string;
  attribute: string | null;
  value: string | null;
  /** The opening tag, cut short. */
  element: string;
  line: number | null;
  column: number | null;
  documentation: string;
}

/**
 * @param site undefined where nothing is to be compared
 * @param documentation the origin our documentation is served on
 * @returns every problem, in the page's order
 */
export function inspectPage(root: ParsedElement, site: SiteFacts | undefined, documentation: string): PageFinding[] {
  const inspection = createInspection(parsedTree, site);
  inspection.lookAt([root]);
  inspection.lookLate();
  return inspection
    .findings()
    .filter(isProblem)
    .map((finding) => locate(finding, documentation))
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));
}

type ProblemFinding = Finding<ParsedElement> & { type: PageFinding['type']; element: ParsedElement };

const isProblem = (finding: Finding<ParsedElement>): finding is ProblemFinding =>
  finding.type === 'error' || finding.type === 'warning';

function locate(finding: ProblemFinding, documentation: string): PageFinding {
  const { id, type, title, message, attribute, value, element } = finding;
  const place = element.sourceCodeLocation;
  return {
    id,
    type,
    title,
    message,
    attribute,
    value,
    element: openingTag(parsedTree, element),
    line: place?.startLine ?? null,
    column: place?.startCol ?? null,
    documentation: documentation + finding.documentation,
  };
}
