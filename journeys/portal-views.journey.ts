import { expect, test } from './portal.ts';

test('each page of the portal that a visitor opens is counted under its partner, by address alone', async ({
  portal,
  page,
}) => {
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/page-view')) return;
    expect(request.postData()).toBeNull();
    counted.push(request.headers()['referring-path']!);
  });
  await portal.open('login?from=a-mail');
  await expect.poll(() => counted).toEqual(['/uts/login']);
  await portal.follows('Sign Up');
  await portal.isAt('register');
  await expect.poll(() => counted).toEqual(['/uts/login', '/uts/register']);
});
