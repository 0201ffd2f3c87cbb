import { PassThrough } from 'node:stream';
import * as z from 'zod/mini';
import { refuseOtherMethods } from '../platform/http/methods.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Http } from '../platform/http/typed.ts';
import { createLog } from '../platform/log.ts';
import { Refusal } from '../platform/refusal.ts';

/** Text that must never leave the server. */
const secretText = 'the password of the database is swordfish';

export interface DemoAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The error of the body, where it has one. */
  error: { code: string; message: string; requestId?: string } | undefined;
}

export interface DemoServer {
  app: Http;
  port: number;
  ask(path: string, init?: RequestInit): Promise<DemoAnswer>;
  /** Everything logged so far. */
  logged(): string;
  stop(): Promise<void>;
}

/** The HTTP server as the product has it, with a few addresses that show one thing each. */
export async function startDemoServer(): Promise<DemoServer> {
  let logged = '';
  const lines = new PassThrough().on('data', (text) => (logged += String(text)));
  const app = createHttpServer({ log: createLog('info', lines), trustedProxies: [] });
  const refuseMethods = refuseOtherMethods(app);
  demoRoutes(app);
  refuseMethods();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return {
    app,
    port,
    logged: () => logged,
    stop: () => app.close(),
    async ask(path, init) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, error: errorIn(text) };
    },
  };
}

/** The error a body carries, if it is one of our answers. */
export function errorIn(text: string): DemoAnswer['error'] {
  try {
    return (JSON.parse(text) as { error?: DemoAnswer['error'] }).error;
  } catch {
    return undefined;
  }
}

const Greeting = z.strictObject({ name: z.string(), more: z.optional(z.unknown()) });
const Answer = z.object({ data: z.object({ name: z.string() }) });

function demoRoutes(app: Http): void {
  app.post('/greet', { schema: { body: Greeting, response: { 200: Answer } } }, async ({ body }) => ({
    data: { name: body.name, passwordHash: secretText },
    inner: secretText,
  }));
  app.get('/search', { schema: { querystring: z.object({ q: z.string() }) } }, async ({ query }) => query);
  app.get('/items/:id', async () => ({ data: null }));
  app.delete('/items/:id', async () => ({ data: null }));
  app.post('/leave', async (request) => ({ hasBody: request.body !== undefined }));
  app.get('/fault', async () => {
    throw new Error(secretText);
  });
  app.get('/fault-4xx', async () => {
    throw Object.assign(new Error(secretText), { statusCode: 418 });
  });
  app.get('/state/:code', async ({ params }) => {
    throw Object.assign(new Error(secretText), params);
  });
  app.get('/half-way', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=60', 'content-security-policy': 'default-src *' });
    throw new Error(secretText);
  });
  app.get('/nothing-thrown', () => Promise.reject(undefined));
  app.get('/busy', async () => {
    throw new Refusal('too-many-requests', { retryAfterSeconds: 7, extras: { providerKey: 'local' } });
  });
  app.get('/lost', async () => {
    throw Object.assign(new Error(secretText), { code: '57P01' });
  });
}
