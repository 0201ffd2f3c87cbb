import { expect, test } from './console.ts';

/** Entries in the lists of a site's settings. */

test('a new coupon is for one use of each member, and its form says so', async ({ owner }) => {
  await owner.open('/sites/app_demo/site/plans');
  await owner.presses('Add a coupon');
  await expect(owner.page.getByLabel('Uses of one member').filter({ visible: true })).toHaveValue('1');
});
