import { parseArgs } from 'node:util';
import { environment } from './environment.mjs';
import { Problem } from './problem.mjs';

/**
 * Parses a command's options and refuses unknown ones with a suggestion.
 *
 * @param {string} command as the reader types it, such as `npm start`
 * @param {Record<string, { type: 'boolean' | 'string' }>} known `help` is always known
 * @param {string[]} args
 * @returns {Record<string, string | boolean | undefined>}
 * @throws {Problem} for an unknown option, a missing value or a stray word
 */
export function readOptions(command, known = {}, args = process.argv.slice(2)) {
  const options = { help: { type: /** @type {const} */ ('boolean'), short: 'h' }, ...known };
  const parsed = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const help = `\`${command} -- --help\` lists what there is.`;
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') throw new Problem(`Unknown word "${token.value}". ${help}`);
    if (token.kind === 'option' && !(token.name in options))
      throw new Problem(
        `Unknown option ${token.rawName}. ${suggestion(command, token.name, Object.keys(options))}${help}`,
      );
    if (token.kind === 'option' && isMissingValue(options, token))
      throw new Problem(`The option ${token.rawName} needs a value. ${help}`);
  }
  return parsed.values;
}

/**
 * @param {Record<string, { type: string }>} options
 * @param {{ name: string, value: string | undefined }} token
 */
const isMissingValue = (options, token) => options[token.name]?.type === 'string' && !token.value;

/**
 * @param {string} command
 * @param {string} given the unknown option's name
 * @param {string[]} names the known ones
 */
function suggestion(command, given, names) {
  const variables = Object.keys(environment);
  const nearest = closest(given.toUpperCase().replaceAll('-', '_'), [
    ...variables,
    ...names.map((name) => name.toUpperCase()),
  ]);
  if (!nearest) return '';
  if (variables.includes(nearest)) return `Did you mean the environment variable: ${nearest}=… ${command}? `;
  return `Did you mean --${nearest.toLowerCase()}? `;
}

/**
 * @param {string} given
 * @param {string[]} candidates
 * @returns {string | undefined} the nearest candidate within two edits, or a third of the letters
 */
function closest(given, candidates) {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editDistance(given, candidate) }))
    .toSorted((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits <= Math.max(2, Math.floor(given.length / 3)) ? best.candidate : undefined;
}

/**
 * @param {string} a
 * @param {string} b
 * @returns {number} Levenshtein distance
 */
function editDistance(a, b) {
  const costs = Array.from({ length: b.length + 1 }, (_, index) => index);
  const cost = (/** @type {number} */ index) => costs[index] ?? Infinity;
  for (const [i, letter] of a.split('').entries()) {
    let diagonal = i;
    costs[0] = i + 1;
    for (const [j, other] of b.split('').entries()) {
      const replaced = diagonal + (letter === other ? 0 : 1);
      diagonal = cost(j + 1);
      costs[j + 1] = Math.min(replaced, diagonal + 1, cost(j) + 1);
    }
  }
  return cost(b.length);
}
