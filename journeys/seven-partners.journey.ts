import { partners, partnerTitle } from '../shared/partners.ts';
import { untilStill } from './accessibility.ts';
import { expect, test } from './portal.ts';

for (const partner of Object.values(partners)) {
  const { words, code } = partner;
  test(`${code} speaks its own words in its own colours`, async ({ portal, page }) => {
    portal.partner = code;
    await portal.open('login');
    await expect(page).toHaveTitle(`Log in – ${partnerTitle(partner)}`);
    await expect(page.locator('html')).toHaveAttribute('lang', partner.languageTag);
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${code}\\b`));
    const favicon = await page.locator('link[rel~=icon]').getAttribute('href');
    expect(favicon).toContain(code);
    expect((await portal.request.get(favicon!)).ok()).toBe(true);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('img').first()).toHaveAttribute('src', new RegExp(code));

    await portal.arrivesPreapproved();
    await portal.open('eligibility');
    await portal.sees("Congratulations! You're Pre-approved");
    await expect(page.locator('main').getByRole('link', { name: `${words.Enrol} Now` })).toBeVisible();
    await portal.open('enrol');
    await portal.sees('Step 2 of 3');
    await untilStill(page);
    const text = await page.locator('body').innerText();
    const foreign = words.Enrolment === 'Enrolment' ? /enrollment|\benroll\b/i : /enrolment|\benrol\b/i;
    expect(text).not.toMatch(foreign);
    expect(text).not.toMatch(words.program === 'program' ? /\bprogrammes?\b/i : /\bprograms?\b/i);
  });
}
