import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { MeContext, meQuery, useMe } from './me.ts';
import { queryClient } from './query-client.ts';

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
  queryClient.clear();
});
