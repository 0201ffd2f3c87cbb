import { expect, test } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

/** What pages read of their site, and what they tell of visits, with the client that other people's pages have. */

test('a page reads its site', async ({ visitor }) => {
  const { client } = visitor;
  const { data: app } = await client.getApp();
  expect(app).toMatchObject({
    id: 'app_demo',
    mode: 'sandbox',
    additionalAuthMethods: { passwordless: { enabled: true } },
    authProviders: [{ provider: 'local' }],
    branding: { colors: { lightMode: { primaryButton: '#1E5C41' } } },
  });
  expect(app.customFields).toContainEqual(
    expect.objectContaining({ key: 'membership-number', restrictToAdmin: true, visibility: 'PRIVATE' }),
  );
  expect(app).not.toHaveProperty('ssoText');

  expect((await client.getPlans()).data).toEqual(app.plans);
  expect((await client.getPlan({ planId: 'pln_demo_maker' })).data).toMatchObject({
    id: 'pln_demo_maker',
    status: 'ACTIVE',
    prices: expect.arrayContaining([expect.objectContaining({ id: 'prc_demo_maker_monthly', amount: 19 })]),
  });
  await expect(client.getPlan({ planId: 'pln_none' })).rejects.toMatchObject({ code: 'plan-not-found' });
  expect((await client.getRestrictedUrlGroups()).data).toEqual(app.contentGroups);
});

test('site and member come in one', async ({ visitor }) => {
  const { client } = visitor;
  expect((await client.getAppAndMember()).data).toMatchObject({ app: { id: 'app_demo' }, member: null });
  const id = await visitor.signsUp(buildPerson());
  const { data } = await client.getAppAndMember({ trackPageView: true });
  expect(data.member?.id).toBe(id);
  expect(data).toHaveProperty('sessionData.sessionId', await visitor.keeps('ms_session_id'));
});

test('a visit has one session of at most 26 characters, over pages and routes', async ({ visitor }) => {
  const { client, page } = visitor;
  const sessionId = await expect
    .poll(() => visitor.keeps('ms_session_id'))
    .toMatch(/^\S{1,26}$/)
    .then(() => visitor.keeps('ms_session_id'));

  const counted = page.waitForRequest((request) => request.url().endsWith('/page-view'));
  await page.evaluate(() => history.pushState({}, '', '/evenings'));
  expect(await (await counted).allHeaders()).toMatchObject({
    'x-session-id': sessionId,
    'referring-path': '/evenings',
  });
  expect((await (await counted).response())!.ok()).toBe(true);
  await client.trackPageView();
  await client._Event({ data: { type: 'newsletter-opened' } });
  await visitor.opens('/workshop-plans');
  await client.getAppAndMember();
  expect(await visitor.keeps('ms_session_id')).toBe(sessionId);
});

test('what this service has not is refused with a code, at once', async ({ visitor }) => {
  const { client } = visitor;
  await visitor.signsUp(buildPerson());
  const table = 'tools';
  const recordId = 'a1';
  const refused = { code: 'not-found', message: expect.any(String) };
  await expect(client.getDataTables()).rejects.toMatchObject(refused);
  await expect(client.getDataTable({ table })).rejects.toMatchObject(refused);
  await expect(client.getDataRecords({ table })).rejects.toMatchObject(refused);
  await expect(client.getDataRecord({ table, recordId })).rejects.toMatchObject(refused);
  await expect(client.queryDataRecords({ table, query: {} })).rejects.toMatchObject(refused);
  await expect(client.createDataRecord({ table, data: {} })).rejects.toMatchObject(refused);
  await expect(client.updateDataRecord({ recordId, data: {} })).rejects.toMatchObject(refused);
  await expect(client.deleteDataRecord({ recordId })).rejects.toMatchObject(refused);
});
