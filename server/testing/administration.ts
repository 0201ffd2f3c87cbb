import { createSecretKey } from '../membership/administration/secret-keys.ts';
import type { CallOptions, Reply, TestMembership } from './membership.ts';

/** A site's own server, with a key of its own. */
export interface TestServer {
  id: string;
  key: string;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

/** Makes a key for a site, and calls with it. */
export async function buildServer(
  { services, call }: TestMembership,
  siteId: string,
  label = 'a test',
): Promise<TestServer> {
  const site = await services.sites.get(siteId);
  const { id, key } = await createSecretKey(services.db, { site, label, actor: 'a test' });
  return {
    id,
    key,
    call: (method, path, body, options) =>
      call(method, path, { body, ...options, headers: { 'x-api-key': key, ...options?.headers } }),
  };
}
