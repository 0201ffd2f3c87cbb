import { anotherPerson, expect, test } from './portal.ts';

test('two people want the last seat: one gets it, the other is told that it is held', async ({
  portal,
  context,
  request,
}) => {
  const first = portal;
  const second = await anotherPerson(context, request);
  const cohort = /one seat/;
  await test.step('both stand before the pay button', async () => {
    for (const person of [first, second]) {
      // A last place is for those who have proved their address.
      await person.provesAddress(await person.arrivesPreapproved());
      await person.open('enrol');
      await person.presses(/Change/);
      await person.choosesCourse('Software Engineering');
      await person.choosesCohort(cohort);
      const panel = person.page
        .getByRole('region', { name: /full/i })
        .or(person.page.getByRole('group', { name: /full/i }));
      await panel.first().getByRole('checkbox').check();
    }
  });
  await test.step('both press at once', async () => {
    const press = (person: typeof first) =>
      person.page.getByRole('button', { name: 'Pay NZ$12,375 in full' }).filter({ visible: true }).first().click();
    await Promise.all([press(first), press(second)]);
  });
  await test.step('one is at the card page, the other reads that the place may come back', async () => {
    const outcome = async (person: typeof first) => {
      await expect(async () => {
        const atCards = person.page.url().includes('/dev/card/pay/');
        const held = await person.page.getByText(/The last place is held for somebody else/).count();
        expect(atCards || held > 0).toBe(true);
      }).toPass();
      return person.page.url().includes('/dev/card/pay/') ? 'pays' : 'is told';
    };
    expect([await outcome(first), await outcome(second)].toSorted()).toEqual(['is told', 'pays']);
  });
});
