import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RequestError } from '../../client/request.ts';
import { queryClient } from '../session/query-client.ts';
import { EarlierPages } from './earlier-pages.tsx';

const queryKey = ['notes'];
const lost = new RequestError('network-error', 'The service cannot be reached.', 0);

const draw = () =>
  renderToString(
    <QueryClientProvider client={queryClient}>
      <EarlierPages<string>
        queryKey={queryKey}
        fetchPage={() => Promise.reject(lost)}
        named="The notes"
        empty="No notes yet."
      >
        {(notes) => <p>{notes.join()}</p>}
      </EarlierPages>
    </QueryClientProvider>,
  );

test('entries stay when they cannot be read again, with the fault and a way to try again beside them', () => {
  const page = { data: ['Called: she stops.'], hasNextPage: false, endCursor: null };
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] });
  expect(draw()).not.toContain('could not be read');
  queryClient.getQueryCache().find({ queryKey })!.setState({ status: 'error', error: lost });
  const drawn = draw();
  expect(drawn).toContain('Called: she stops.');
  expect(drawn).toContain('The notes could not be read');
  expect(drawn).toContain('Try again');
  queryClient.clear();
});
