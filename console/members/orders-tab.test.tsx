import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { MeContext } from '../session/me.ts';
import { queryClient } from '../session/query-client.ts';
import { membersKey } from './member-queries.ts';
import { OrdersTab } from './orders-tab.tsx';

const place = { siteId: 'app_enrolment', memberId: 'mem_1' };

afterEach(() => queryClient.clear());

test('the open requests of a member are told apart: those that wait, and those that were answered', () => {
  const request = { kind: 'support', details: { message: 'Which laptop?' }, createdAt: '2026-11-20T03:00:00.000Z' };
  queryClient.setQueryData([...membersKey(place.siteId), 'requests', place.memberId], {
    data: [
      { ...request, id: 'req_1', reference: 'INT-AAAA-1111', status: 'waiting' },
      { ...request, id: 'req_2', reference: 'INT-BBBB-2222', status: 'answered' },
    ],
  });
  const drawn = renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MeContext value={{ permissions: ['answer-requests'] } as unknown as Me}>
          <OrdersTab place={place} />
        </MeContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(drawn).toContain('Open requests');
  const [, waiting = '', answered = ''] = drawn.replaceAll('<!-- -->', '').split('INT-');
  expect(waiting).toMatch(/^AAAA-1111.*, waits for an answer<\/p>/s);
  expect(answered).toMatch(/^BBBB-2222.*, answered<\/p>/s);
});
