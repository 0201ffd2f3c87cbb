import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { sendInBackground } from './client.ts';
import { MeContext, meQuery, useMe } from './me.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const Name = () => <p>{useMe().name}</p>;

test('a part that is drawn after the session has ended, and before the frame is, still has its person', () => {
  // As a call that was refused in the background does.
  queryClient.setQueryData(meQuery.queryKey, null);
  const drawn = renderToString(
    <QueryClientProvider client={queryClient}>
      <MeContext value={{ name: 'Ana' } as Me}>
        <Name />
      </MeContext>
    </QueryClientProvider>,
  );
  expect(drawn).toBe('<p>Ana</p>');
});

/** Who is signed in once a question of the page was refused, and all that followed from it is over. */
async function personAfterRefusal(refused: readonly string[]): Promise<Me | null | undefined> {
  vi.stubGlobal('fetch', async (path: string) => {
    const error = { code: 'login-required', message: 'Please sign in.' };
    return refused.includes(path)
      ? Response.json({ error }, { status: 401 })
      : Response.json({ data: { id: 'stf_1' } });
  });
  queryClient.setQueryData(meQuery.queryKey, { id: 'stf_1' } as Me);
  const question = { queryKey: ['sites'], queryFn: () => sendInBackground('GET /console/api/sites') };
  await expect(queryClient.fetchQuery(question)).rejects.toMatchObject({ code: 'login-required' });
  await vi.waitUntil(() => queryClient.isFetching() === 0);
  return queryClient.getQueryData(meQuery.queryKey);
}

test('a question that was refused while a proof gave the session a new cookie signs no person out', async () => {
  expect(await personAfterRefusal(['/console/api/sites'])).toEqual({ id: 'stf_1' });
});

test('a question that was refused since the session has ended does', async () => {
  expect(await personAfterRefusal(['/console/api/sites', '/console/api/me'])).toBeNull();
});
