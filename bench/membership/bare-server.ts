/**
 * The baseline of the membership benchmark: node:http and prepared statements, the same hash and the same queries on
 * the same database, and nothing else: no schemas, no guards, no limits beyond their queries, no logs.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { hash, verify, type Algorithm } from '@node-rs/argon2';
import pg from 'pg';
import { texts } from './bare-statements.ts';

const parameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

type Statement = keyof typeof texts;
type Asker = Pick<pg.Pool, 'query'>;
/** Rows without validation. */
type Row = Record<string, string>;
const ask = async (asker: Asker, name: Statement, values: unknown[]): Promise<Row[]> =>
  (await asker.query<Row>({ name, text: texts[name], values })).rows;

async function together<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Two hashes at a time, as in the product: more would only compete for a core. */
let running = 0;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < 2) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const show = async (memberId: string) => (await ask(pool, 'wholeMember', [memberId]))[0];

async function startSession(asker: Asker, memberId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ask(asker, 'startSession', [hashToken(token), memberId]);
  return token;
}

const tokenHashOf = (request: IncomingMessage) =>
  hashToken((request.headers.authorization ?? '').slice('Bearer '.length));

async function findSession(request: IncomingMessage): Promise<string> {
  const [session] = await ask(pool, 'findSession', [tokenHashOf(request)]);
  return session!.memberId!;
}

async function logIn({ email, password }: { email: string; password: string }) {
  await ask(pool, 'takePoints', ['log-in-failure:bare', `log-in:${email}`, `wrong-password:${email}`]);
  const [member] = await ask(pool, 'findByEmail', [email]);
  if (!(await inTurn(() => verify(member!.password_hash!, password)))) throw new Error('wrong password');
  await ask(pool, 'settlePoints', ['log-in-failure:bare', `log-in:${email}`]);
  const token = await together(async (tx) => {
    await ask(tx, 'lockMember', [member!.id]);
    return startSession(tx, member!.id!);
  });
  return { member: await show(member!.id!), token };
}

async function signUp({ email, password }: { email: string; password: string }) {
  await ask(pool, 'takePoint', [`sign-up:${email}`]);
  await ask(pool, 'findByEmail', [email]);
  const passwordHash = await inTurn(() => hash(password, parameters));
  const memberId = `mem_sb_${randomUUID()}`;
  const token = await together(async (tx) => {
    await ask(tx, 'insertMember', [memberId, email, passwordHash]);
    await ask(tx, 'listListeners', ['member.created']);
    await ask(tx, 'queueVerification', [JSON.stringify({ memberId })]);
    return startSession(tx, memberId);
  });
  return { member: await show(memberId), token };
}

async function update(request: IncomingMessage, body: { customFields: object }) {
  const memberId = await findSession(request);
  await together(async (tx) => {
    await ask(tx, 'mergeFields', [memberId, JSON.stringify(body.customFields)]);
    await ask(tx, 'listListeners', ['member.updated']);
  });
  return show(memberId);
}

async function readBody<T>(request: IncomingMessage): Promise<T> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as T;
}

const routes: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
  'GET /healthz': async () => 'ok',
  'GET /member': async (request) => (await ask(pool, 'memberOfSession', [tokenHashOf(request)]))[0],
  'POST /member': async (request) => update(request, await readBody(request)),
  'POST /auth/login': async (request) => logIn(await readBody(request)),
  'POST /auth/signup': async (request) => signUp(await readBody(request)),
};

const server = createServer((request, response) => {
  const answer = routes[`${request.method} ${request.url}`]!;
  answer(request).then(
    (data) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ data })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => void pool.end()));
