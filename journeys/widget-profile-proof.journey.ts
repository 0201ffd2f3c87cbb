import { expect, test } from './demo-site.ts';

/** A member whose log-in is a while ago is asked for a proof in the profile, and does something else. */

const service = process.env.INTAKE_URL!;

interface Intake {
  openModal(type: string, params: object): Promise<unknown>;
}

for (const [screen, width] of Object.entries({ wide: 1_200, narrow: 400 }))
  test(`a member who is asked for a proof on a ${screen} screen may go to another view, or log out`, async ({
    site,
  }) => {
    const { page } = site;
    await page.setViewportSize({ width, height: 800 });
    await site.signsUp();
    await page.route(`${service}/member/connect-provider/ticket`, (route) =>
      route.fulfill({
        status: 403,
        headers: { 'access-control-allow-origin': process.env.INTAKE_DEMO_URL! },
        json: { error: { code: 'recent-login-required', message: 'Please log in again to make this change.' } },
      }),
    );
    await page.evaluate(() => {
      void (window as unknown as { Intake: Intake }).Intake.openModal('PROFILE', { profile: { tab: 'security' } });
    });
    const dialog = page.locator('intake-modal');
    const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
    const question = dialog.getByRole('heading', { name: 'Is it you?' });
    const asksForProof = async () => {
      await press(/^Connect /);
      await expect(question).toBeVisible();
    };

    await asksForProof();
    if (screen === 'narrow') await press('Back');
    else await press('Profile');
    await expect(question).toHaveCount(0);
    await expect(dialog.getByRole('navigation')).toBeVisible();
    await expect(dialog.getByText('Please log in again')).toHaveCount(0);
    await press('Security');
    await asksForProof();
    if (screen === 'narrow') await press('Back');
    await press('Logout');
    await expect.poll(() => site.keeps('_ms-mid')).toBeNull();
  });
