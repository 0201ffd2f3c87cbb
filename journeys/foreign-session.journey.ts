import { anotherPerson, cards, expect, test } from './portal.ts';

test('an invented or somebody else’s payment enrols nobody', async ({ portal, context, request }) => {
  const other = await anotherPerson(context, request);
  await other.arrivesPreapproved();
  await other.open('enrol');
  await other.choosesCohort();
  await other.goesToPay('full');
  await other.paysWith(cards.success);
  await other.sees("Payment confirmed. You're Enrolled!");
  const paidSession = new URL(other.page.url()).searchParams.get('session_id')!;

  await portal.arrivesPreapproved();
  for (const sessionId of [paidSession, 'cs_test_invented']) {
    await test.step(`success page with ${sessionId === paidSession ? 'somebody else’s' : 'an invented'} session`, async () => {
      await portal.open(`payment/success?session_id=${sessionId}`);
      await portal.sees('No payment data found. Please contact support if you completed a payment.');
      await expect(portal.page.getByRole('link', { name: 'Contact Support', exact: true })).toHaveAttribute(
        'href',
        /^mailto:/,
      );
      await portal.isAccessible();
      expect((await portal.readMember()).customFields['stage']).toBe('2');
    });
  }
  await portal.presses('Return to Enrolment');
  await portal.isAt('enrol');
});
