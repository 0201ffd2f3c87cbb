import type { ShownMember } from '../contract/console/members-schemas.ts';
import { expect, test } from './console.ts';

test('A free plan that a member has by a seat in a team says so, and cannot be taken from them alone', async ({
  owner,
}) => {
  const { page } = owner;
  const connection = { planId: 'pln_demo_free', type: 'FREE', status: 'ACTIVE', active: true, payment: null } as const;
  const own = { ...connection, id: 'con_own', planId: 'pln_demo_guest' };
  await page.route(/\/app_demo\/members\/mem_\w+$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: ShownMember };
    const changed: ShownMember = {
      ...data,
      planConnections: [own, { ...connection, id: 'con_seat' }],
      seatConnectionId: 'con_seat',
    };
    await route.fulfill({ response, json: { data: changed } });
  });
  await owner.open('/sites/app_demo/members?search=captain');
  await page.getByRole('link', { name: 'Cam' }).click();
  await page.getByRole('tab', { name: 'Plans' }).click();
  const seat = page.getByRole('listitem').filter({ hasText: 'Free, by a seat in a team' });
  await expect(seat).toBeVisible();
  await expect(seat.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Take/ })).toHaveCount(1);
});
