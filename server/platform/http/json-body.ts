import type { FastifyInstance } from 'fastify';
import { parse as parseSafely } from 'secure-json-parse';
import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../refusal.ts';

/** Values of a body at all depths: 16 KB of JSON, which a member may keep, have fewer. */
export const jsonMaxValues = 10_000;

const exactType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Accepts JSON bodies only: exactly `application/json`, no duplicate keys, bounded depth and number of values, only
 * storable texts, and no key for prototype pollution.
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

/** Parses JSON from another source under the same rules. @throws Refusal invalid-json */
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
  let values = 0;
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
    values += next.length;
    if (values > jsonMaxValues) throw new Refusal('invalid-json', { message: 'The JSON has too many values.' });
    level = next;
  }
  // Parsers differ on duplicate keys, and only the text shows them.
  if (countKeys(text) !== keys) throw new Refusal('invalid-json', { message: 'The JSON has a key twice.' });
}

/** PostgreSQL stores neither NUL nor lone surrogates; checked up front instead of failing after the work. */
function requireStorable(value: unknown): void {
  if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return;
  throw new Refusal('invalid-json', { message: 'The text has characters that cannot be stored.' });
}

/** Counts the keys in valid JSON text: the strings before a colon. */
const countKeys = (text: string) =>
  (text.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g) ?? []).filter((found) => found.endsWith(':')).length;
