import type { FastifyInstance } from 'fastify';
import { parse as parseSafely } from 'secure-json-parse';
import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../refusal.ts';

const exactType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Bodies are JSON and nothing else: exactly `application/json`, each key once, within depth and number of keys,
 * only texts that can be stored, and no key that could change an object's nature.
 */
export function readStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (!exactType.test(request.headers['content-type'] ?? '')) return done(new Refusal('unsupported-media-type'));
    if (text === '') return done(null, undefined);
    try {
      done(null, parseStrictJson(text.toString()));
    } catch (error) {
      done(error as Refusal);
    }
  });
}

/** JSON under the same rules, wherever it comes along. @throws Refusal invalid-json */
export function parseStrictJson(text: string): unknown {
  try {
    const value: unknown = parseSafely(text, undefined, { protoAction: 'error', constructorAction: 'error' });
    requireModest(value, text);
    return value;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid-json');
  }
}

function requireModest(body: unknown, text: string): void {
  let members = 0;
  let keys = 0;
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.jsonMaxDepth) throw new Refusal('invalid-json', { message: 'The JSON is nested too deeply.' });
    const next: unknown[] = [];
    for (const value of level) {
      requireStorable(value);
      if (typeof value !== 'object' || value === null) continue;
      const inside: unknown[] = Object.values(value);
      next.push(...inside);
      if (Array.isArray(value)) continue;
      keys += inside.length;
      Object.keys(value).forEach(requireStorable);
    }
    members += next.length;
    if (members > limits.jsonMaxKeys) throw new Refusal('invalid-json', { message: 'The JSON has too many keys.' });
    level = next;
  }
  // Two readers of one text must not see two values, and a repeated key shows only in the text.
  if (countKeys(text) !== keys) throw new Refusal('invalid-json', { message: 'The JSON has a key twice.' });
}

/** The database keeps neither NUL nor half a character, and would say so only after work was done. */
function requireStorable(value: unknown): void {
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return;
  throw new Refusal('invalid-json', { message: 'The text has characters that cannot be stored.' });
}

/** Keys as they stand in a text that is known to be JSON: the strings before a colon. */
const countKeys = (text: string) =>
  (text.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g) ?? []).filter((found) => found.endsWith(':')).length;
