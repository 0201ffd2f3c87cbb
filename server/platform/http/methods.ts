import { Refusal } from '../refusal.ts';
import type { Http } from './typed.ts';

/** The HTTP methods that any route uses. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Whether any address of ours takes this method. */
export const isKnownMethod = (method: string): boolean => (knownMethods as readonly string[]).includes(method);

/**
 * Answers 405 with `Allow` where an address exists but not for the method asked, and OPTIONS with the methods it takes.
 * Call it before routes are added, and what it returns once all of them are loaded.
 */
export function refuseOtherMethods(app: Http): () => void {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set(['OPTIONS']);
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
  const config = { tellsMethods: true } as const;
  return () => {
    for (const [url, known] of methods) {
      // A wildcard route says nothing about the methods of an address.
      if (url.includes('*')) continue;
      const allow = knownMethods.filter((method) => known.has(method)).join(', ');
      app.options(url, { config }, (_request, reply) => reply.status(204).header('allow', allow).send());
      const missing = knownMethods.filter((method) => !known.has(method));
      if (missing.length === 0) continue;
      app.route({
        method: missing,
        url,
        config,
        // Before the body is parsed, so that its type does not matter.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new Refusal('method-not-allowed');
        },
        handler: () => undefined,
      });
    }
  };
}
