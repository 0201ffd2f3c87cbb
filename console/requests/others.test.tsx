import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { ShownRequest } from '../../contract/console/requests-schemas.ts';
import { queryClient } from '../session/query-client.ts';
import { Others } from './others.tsx';

/** What the page of a request of one kind offers for an open one of another kind. */
const offered = (kind: ShownRequest['kind'], other: ShownRequest['kind']): string => {
  const others = [{ id: 'enq_2', reference: 'INT-2', kind: other, createdAt: '2026-09-01T00:00:00.000Z' }];
  const request = { id: 'enq_1', kind, others, mergedInto: null } as unknown as ShownRequest;
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Others request={request} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
};

test('a consultation is offered to be merged into another consultation alone', () => {
  expect(offered('support', 'consultation')).not.toContain('Merge into this one');
  expect(offered('support', 'consultation')).toContain('Open it to merge this one into it');
  expect(offered('consultation', 'consultation')).toContain('Merge into this one');
  expect(offered('consultation', 'support')).toContain('Merge into this one');
});
