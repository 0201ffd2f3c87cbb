import { expect, test } from './demo-site.ts';
import { builds, fact, faults, inspectorOf, part, saysOfSite, service, type Client } from './inspector.ts';

/** The Inspector and the site: who is signed in, what the site is, and that a live one has none of it. */

test('the tabs show who is signed in, in whichever tab that happens, and what the site is', async ({ site }) => {
  const { page } = site;
  await builds(site, '/left', '<p data-ms-content="members">For members</p>', 'data-ms-sidebar="left"');
  await site.opens('/left');
  const { sidebar, tab, panel } = inspectorOf(page);
  const left = async () => (await sidebar.boundingBox())!.x;
  await expect(sidebar).toBeVisible();
  await expect.poll(left).toBe(0);
  const later = page.waitForRequest(/\/widget\/v1\/site-tabs-/);
  await tab('Member').click();
  await later;
  await expect(panel).toContainText('Not logged in');

  await test.step('log in', async () => {
    const person = await site.signsUp('pln_demo_free');
    await expect(panel).toContainText('Logged in');
    await page.locator('[data-cy=logout-btn]').click();
    await expect(panel).toContainText('Not logged in');
    await page.locator('[data-cy=login-btn]').click();
    const dialog = page.getByRole('dialog', { name: 'Login to your account' });
    await dialog.getByLabel('Email Address').fill(person.email);
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.locator('[data-cy=logout-btn]')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(fact(panel, 'Email')).toHaveText(person.email);
    await expect(fact(panel, 'Id')).toContainText('mem_sb_');
    await expect(fact(panel, 'Created')).toContainText('20');
    await expect(fact(panel, 'Verified')).toHaveText('No');
    await expect(fact(panel, 'First name')).toHaveText('Ana');
    await expect(part(panel, 'Plans')).toContainText('Friend of the workshop Active Free');
    await expect(part(panel, 'Metadata')).toContainText('Nothing is kept.');
    await page.locator('[data-cy=profile-btn]').click();
    await expect(page.getByRole('dialog', { name: 'My Profile' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(sidebar).toBeVisible();
  });

  await test.step('another tab', async () => {
    const other = await page.context().newPage();
    await other.goto('/thanks');
    await other.waitForFunction(() => 'Intake' in window);
    await other.evaluate(async () => {
      const { updateMember, updateMemberJSON } = (window as unknown as { Intake: Client }).Intake;
      await updateMemberJSON({ json: { seen: ['bench'] } });
      await updateMember({ customFields: { 'first-name': 'Bo', workshop: 'Turning' } });
    });
    await expect(fact(panel, 'First name')).toHaveText('Bo');
    await expect(fact(panel, 'Favourite workshop')).toHaveText('Turning');
    await expect(part(panel, 'Member JSON')).toContainText('"bench"');
    await other.evaluate(() => (window as unknown as { Intake: Client }).Intake.logout());
    await expect(panel).toContainText('Not logged in');
    await other.close();
  });

  await test.step('the service is away', async () => {
    await site.signsUp();
    await expect(panel).toContainText('Logged in');
    await page.route(`${service}/member`, (route) => route.abort());
    await panel.getByRole('button', { name: 'Ask the service again' }).click();
    await expect(panel.getByRole('alert')).toContainText('cannot be reached');
    await page.unroute(`${service}/member`);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });

  await test.step('the site', async () => {
    await tab('App').click();
    await expect(panel).toContainText('never seen by members of a live site');
    await expect(fact(panel, 'Name')).toHaveText('Riverbend Makers');
    await expect(fact(panel, 'Id')).toContainText('app_demo');
    await expect(fact(panel, 'Phone')).toHaveText('Seen by the member alone');
    await expect(part(panel, 'Plans')).toContainText('prc_demo_maker_monthly');
    await expect(part(panel, 'Plans')).toContainText('19.00');
    await expect(part(panel, 'Gated content')).toContainText('/workshop-plans');
    await expect(part(panel, 'Authentication providers')).toContainText('Local account');
    await expect(fact(panel, 'primaryButton')).toContainText('#1E5C41');
    await sidebar.getByRole('button', { name: 'Move to the right' }).click();
    await expect.poll(left).toBeGreaterThan(0);
    await expect.poll(() => site.keeps('ms_inspector_side')).toBe('right');
  });
});

test('a live site has nothing of it, whatever its page says', async ({ site }) => {
  const { page } = site;
  let mode = 'live';
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await saysOfSite(site, () => ({ mode }));
  await page.addInitScript(() => {
    localStorage.setItem('MSXRayMode', 'true');
    Object.assign(window, { memberstackConfig: { testMode: true, mode: 'sandbox' }, MSXRayMode: true });
  });
  await builds(site, '/live?*', faults, 'data-ms-sidebar="left" data-ms-inspector="on" data-ms-mode="sandbox"');
  const isReady = () => page.waitForFunction(() => (window as { isReady?: true }).isReady);
  const opens = async (path: string) => {
    await page.goto(path);
    await page.evaluate(() => {
      const { onReady } = (window as unknown as { Intake: { onReady: Promise<void> } }).Intake;
      void onReady.then(() => Object.assign(window, { isReady: true }));
    });
    await isReady();
  };
  const ofInspector = () => fetched.filter((path) => /inspector|site-tabs/.test(path));
  await opens('/live?mode=sandbox&inspector=on&testMode=true');
  await page.evaluate(() => void document.dispatchEvent(new CustomEvent('intake:inspector-open')));
  await site.sees('Be a friend');
  expect(ofInspector()).toEqual([]);
  await expect(page.locator('intake-inspector')).toHaveCount(0);

  // The same page of a sandbox has it.
  mode = 'sandbox';
  await opens('/live?mode=live');
  await expect(inspectorOf(page).sidebar).toBeVisible();
  expect(ofInspector()).not.toEqual([]);

  // Unless its tag says otherwise: then it is not fetched either.
  await builds(site, '/off', faults, 'data-ms-inspector="off"');
  fetched.length = 0;
  await opens('/off');
  await site.sees('Be a friend');
  await page.waitForLoadState('networkidle');
  expect(fetched).toContain('/app');
  expect(ofInspector()).toEqual([]);
  await expect(page.locator('intake-inspector')).toHaveCount(0);
});

test('markup in values of a page, a site and a member is text, however long', async ({ site }) => {
  const { page } = site;
  const markup = '<img src=x onerror=window.pwned=1>"\'><script>window.pwned=1</script>';
  const escaped = markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const huge = 'x'.repeat(20_000);
  // oxlint-disable-next-line no-script-url -- It must do nothing.
  const logo = 'javascript:window.pwned=1';
  await saysOfSite(site, ({ plans: [plan], customFields: [field] }) => ({
    name: markup + huge,
    plans: [
      { ...plan, name: markup },
      { ...plan, id: `pln_${huge}`, name: huge },
    ],
    customFields: [
      { ...field, key: '__proto__', label: markup },
      { ...field, key: 'first-name', label: huge },
    ],
    dictionary: { close: markup },
    branding: { logo, colors: { lightMode: { primaryButton: `red;${markup}` } } },
  }));
  await builds(
    site,
    '/hostile',
    `<p data-ms-member="${escaped}">x</p><p data-ms-plan:add="${escaped}">y</p><p data-ms-plan:add="${huge}">z</p>
<p class="${huge}" data-ms-content="${escaped}">gated</p><button data-ms-price:remove="${escaped}">w</button>`,
  );
  await site.signsUp();
  await page.evaluate(async (text) => {
    const { updateMember, updateMemberJSON } = (window as unknown as { Intake: Client }).Intake;
    await updateMemberJSON({ json: { [text]: text } });
    await updateMember({ customFields: { 'first-name': text } });
  }, markup);
  await site.opens('/hostile');
  const { badge, sidebar, tab, panel, ofType } = inspectorOf(page);
  await badge.click();
  // Two plans, a price, and a field and a condition that the site has not.
  await expect(ofType('error')).toHaveCount(5);
  for (const line of await ofType('error').locator('.finding-line').all()) {
    await line.click();
    await expect(line).toHaveAttribute('aria-expanded', 'true');
  }
  await expect(panel).toContainText(markup);
  await tab('Member').click();
  await expect(part(panel, 'Member JSON')).toContainText('<img src=x onerror');
  await expect(part(panel, 'Custom fields')).toContainText(markup);
  await tab('App').click();
  await expect(part(panel, 'Plans')).toContainText(markup);
  const more = panel.getByRole('button', { name: /^Show all/ });
  // Names and ids of the site, of a plan and of a field.
  await expect(more).toHaveCount(4);
  for (let left = 4; left > 0; left -= 1) {
    await more.first().click();
    await expect(more).toHaveCount(left - 1);
  }
  const widths = await sidebar.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(widths[0]).toBe(widths[1]);
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const ran = () => page.evaluate(() => (window as { pwned?: number }).pwned);
  expect(await ran()).toBeUndefined();
  await expect(sidebar.locator('script, [onerror]')).toHaveCount(0);
  // Taken for markup it does run.
  await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), markup);
  await expect.poll(ran).toBe(1);
});

test('of several prices in a button the Inspector names the one that is paid, with its coupon', async ({ site }) => {
  const { page } = site;
  await builds(
    site,
    '/prices',
    '<a id="paid" href="#thanks" data-ms-coupon="WELCOME" data-ms-price:add="prc_demo_maker_monthly,prc_demo_maker_yearly">Be a maker</a>',
  );
  await site.opens('/prices');
  const { badge, ofType, finding } = inspectorOf(page);
  await badge.click();
  await expect(ofType('error').locator('.finding-title')).toHaveText(['Error: One price at a time']);
  await page.locator('#paid').click();
  const chosen = finding('ready-for-checkout');
  await chosen.getByRole('button').click();
  await expect(chosen.getByRole('definition')).toHaveText('prc_demo_maker_monthly, coupon WELCOME');
});

test('the Inspector says of a gated address which others it names', async ({ site }) => {
  const urls = [
    { url: '/club', filter: 'STARTS' },
    { url: '/deck/', filter: 'STARTS' },
    { url: '/dock', filter: 'EQUALS' },
  ];
  await saysOfSite(site, () => ({
    contentGroups: [{ id: 'grp_1', name: 'Club', key: 'club', allowAllMembers: true, redirect: null, urls, plans: [] }],
  }));
  await builds(site, '/gates', '<p>Open to all</p>', 'data-ms-sidebar="left"');
  await site.opens('/gates');
  const { tab, panel } = inspectorOf(site.page);
  await tab('App').click();
  await expect(part(panel, 'Gated content').locator('p').filter({ hasText: '/' })).toHaveText([
    '/club and all that begin so',
    '/deck/ and below',
    '/dock',
  ]);
});

test('the Inspector does not call a page right whose mistakes the site ignores', async ({ site }) => {
  let inspectorIgnores: string[] | undefined = ['incorrect-plan-id'];
  await saysOfSite(site, () => ({ inspectorIgnores }));
  await builds(site, '/quiet', '<a href="/join" data-ms-plan:add="pln_gone">Join</a>', 'data-ms-sidebar="left"');
  await site.opens('/quiet');
  const { sidebar, ofType } = inspectorOf(site.page);
  await expect(sidebar).toContainText('Nothing to report beside what your site ignores.');
  await expect(sidebar).not.toContainText('stands where it belongs');
  await expect(ofType('error')).toHaveCount(0);
  // Negative control: told, it is one.
  inspectorIgnores = undefined;
  await site.opens('/quiet');
  await expect(ofType('error')).toHaveCount(1);
});
