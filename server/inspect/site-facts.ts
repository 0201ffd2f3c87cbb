import type { SiteFacts } from '../../inspection/finding.ts';
import { readDeclarationFile } from '../membership/declaration/declaration-file.ts';

/**
 * What of a site's file pages are compared with, and whose it is.
 *
 * @param name what to call the file in faults
 * @throws WrongFile with every fault at once
 */
export function readSiteFacts(name: string, text: string): { site: string; facts: SiteFacts } {
  const { id, plans, fields } = readDeclarationFile(name, text).declaration;
  return { site: id, facts: { plans, customFields: fields } };
}
