import type { SiteFacts } from '../../inspection/finding.ts';
import { readDeclarationFile } from '../membership/declaration/declaration-file.ts';

/**
 * Reads the facts that pages are compared with from a site's file, and the site's id.
 *
 * @param name of the file, for error messages
 * @throws WrongFile with every fault at once
 */
export function readSiteFacts(name: string, text: string): { site: string; facts: SiteFacts } {
  const { id, plans, fields, contentGroups, authProviders, inspectorIgnores } = readDeclarationFile(
    name,
    text,
  ).declaration;
  return { site: id, facts: { plans, customFields: fields, contentGroups, authProviders, inspectorIgnores } };
}
