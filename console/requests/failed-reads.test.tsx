import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { RequestError } from '../../client/request.ts';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { MeContext } from '../session/me.ts';
import { queryClient } from '../session/query-client.ts';
import { Component as Calendar } from './calendar.page.tsx';
import { Component as Texts } from './texts.page.tsx';

afterEach(() => queryClient.clear());

/** What staff of one partner see at an address. */
function draw(Screen: ComponentType, address: string): string {
  const me = { permissions: ['answer-requests'], scope: { partners: ['uts'] } } as unknown as Me;
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <MeContext value={me}>
          <Screen />
        </MeContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Read once, and not again. */
function failAfter(queryKey: QueryKey, data: unknown): void {
  queryClient.setQueryData(queryKey, data);
  const error = new RequestError('network-error', 'The service cannot be reached.', 0);
  queryClient.getQueryCache().find({ queryKey })!.setState({ status: 'error', error });
}

test('the texts to reuse and a form for a new one stay when the texts cannot be read again', () => {
  failAfter(['reply-texts', 'uts'], [{ id: 'txt_1', name: 'Laptops', text: 'Any laptop.', version: 1 }]);
  const drawn = draw(Texts, '/requests/texts?partner=uts');
  expect(drawn).toContain('The texts could not be read');
  expect(drawn).toContain('Any laptop.');
  expect(drawn).toContain('New text');
});

const one = {
  id: 'req_1',
  name: 'Ana Silva',
  startsAt: '2026-09-09T03:00:00.000Z',
  endsAt: '2026-09-09T03:30:00.000Z',
  timeZone: 'Australia/Sydney',
  isConfirmed: true,
  topic: 'payment',
  partner: 'uts',
  assigned: null,
};

test('the consultations of a week stay when they cannot be read again', () => {
  failAfter(['requests', 'calendar', { from: '2026-09-06', until: '2026-09-14' }], { data: [one], hasMore: false });
  const drawn = draw(Calendar, '/requests/calendar?from=2026-09-07');
  expect(drawn).toContain('The consultations could not be read');
  expect(drawn).toContain('Ana Silva');
});

test('a calendar that has not room for all consultations says so', () => {
  const queryKey = ['requests', 'calendar', { from: '2026-09-06', until: '2026-09-14' }];
  const drawn = (hasMore: boolean) => {
    queryClient.setQueryData(queryKey, { data: [one], hasMore });
    return draw(Calendar, '/requests/calendar?from=2026-09-07');
  };
  expect(drawn(true)).toContain('More than 500 consultations on these days');
  expect(drawn(false)).not.toContain('More than 500');
});
