import type { FastifyRequest } from 'fastify';
import { isPermitted, type Role, type StaffScope } from '../../contract/permissions.ts';
import type { Membership } from '../membership/index.ts';
import { checksCallers, type SignedInStaff } from '../platform/http/serve.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Http } from '../platform/http/typed.ts';
import { createLog } from '../platform/log.ts';
import { Refusal } from '../platform/refusal.ts';
import { randomAddress } from './product.ts';

/** A member of staff who makes calls in a test. */
export interface TestStaff {
  name: string;
  role: Role;
  scope: StaffScope;
  /** Whether they have just proved who they are; so unless told otherwise. */
  isProven?: boolean;
}

/** What a call of the console answered. */
export interface ConsoleReply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: any;
  data: any;
  error: { code: string; message: string; [extra: string]: any };
}

/** The console's calls of membership, behind a guard that believes the test who calls. */
export interface TestConsole {
  app: Http;
  ask(by: TestStaff, method: string, path: string, body?: unknown): Promise<ConsoleReply>;
  close(): Promise<void>;
}

/** Sees everything. */
export const owner: TestStaff = { name: 'Olga', role: 'owner', scope: { sites: 'all', partners: 'all' } };
/** Of these sites. */
export const builderOf = (...sites: string[]): TestStaff => ({
  name: 'Bela',
  role: 'site-builder',
  scope: { sites, partners: [] },
});
/** Of these partners. */
export const admissionsOf = (...partners: string[]): TestStaff => ({
  name: 'Ana',
  role: 'admissions',
  scope: { sites: [], partners },
});

type Guarded = FastifyRequest & { staff: SignedInStaff; scope: StaffScope };

/** Mounts membership's calls of the console, and those given. The guard is the test's: who calls stands in a header. */
export async function startTestConsole(
  membership: Pick<Membership, 'consoleRoutes'>,
  ...more: readonly Pick<Membership, 'consoleRoutes'>[]
): Promise<TestConsole> {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: ['127.0.0.0/8'] });
  void app.register(async (scoped) => {
    checksCallers(scoped, ['staff']);
    scoped.decorateRequest('staff');
    scoped.decorateRequest('scope');
    scoped.addHook('preHandler', async (request) => {
      const { name, role, scope, isProven = true } = JSON.parse(String(request.headers['x-test-staff'])) as TestStaff;
      const may = request.routeOptions.config.call?.may;
      if (may && 'permission' in may && !isPermitted(role, may.permission)) throw new Refusal('access-denied');
      if (may?.within === 'product' && scope.sites !== 'all') throw new Refusal('access-denied');
      const staff: SignedInStaff = {
        id: `stf_${name.toLowerCase()}`,
        // Who has no name yet: the audit trail shows the address alone.
        email: name,
        name: '',
        role,
        version: 1,
        tokenHash: Buffer.of(),
        isProven,
      };
      Object.assign(request as Guarded, { staff, scope });
    });
    for (const domain of [membership, ...more]) domain.consoleRoutes(scoped);
  });
  await app.ready();
  return {
    app,
    async ask(by, method, path, body) {
      const answer = await app.inject({
        method: method as 'GET',
        url: `/console/api${path}`,
        headers: { 'x-test-staff': JSON.stringify(by), 'x-forwarded-for': randomAddress() },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const json = isJson ? answer.json() : undefined;
      const { statusCode: status, headers, payload: text } = answer;
      return { status, headers, text, json, data: json?.data, error: json?.error };
    },
    close: () => app.close(),
  };
}
