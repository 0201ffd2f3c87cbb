import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { shownMember } from '../../contract/console/members.ts';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { MeContext } from '../session/me.ts';
import { ProofProvider } from '../session/proof.tsx';
import { queryClient } from '../session/query-client.ts';
import { SuspensionNotice } from './suspension.tsx';

const me = { permissions: [] } as unknown as Me;
const { subscriptions: _count, ...uncounted } = shownMember;
const suspension = { at: '2026-11-23T03:10:00.000Z', reason: 'Card under review.' };
const subscription = { ...shownMember.planConnections[0]!, type: 'SUBSCRIPTION', active: true } as const;

const drawn = (member: ShownMember): string =>
  renderToString(
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <ProofProvider>
          <SuspensionNotice place={{ siteId: 'app_demo', memberId: member.id }} member={{ ...member, suspension }} />
        </ProofProvider>
      </MeContext>
    </QueryClientProvider>,
  );

test('subscriptions that a server of the release before does not count are those of the plans', () => {
  const goesOn = 'subscriptions go on being charged';
  expect(drawn({ ...uncounted, planConnections: [subscription] })).toContain(goesOn);
  expect(drawn({ ...uncounted, planConnections: [{ ...subscription, active: false }] })).not.toContain(goesOn);
  expect(drawn({ ...uncounted, subscriptions: 0, planConnections: [subscription] })).not.toContain(goesOn);
});
