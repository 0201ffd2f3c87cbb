import { describe, expect, test } from 'vitest';
import type { Me } from '../../contract/console/staff-schemas.ts';
import { guardFrame, guardSignIn, signInPath, wantedPath } from './guard.ts';
import { meQuery } from './me.ts';
import { queryClient } from './query-client.ts';

describe('the address to go on to after signing in', () => {
  test('is the one that was asked for', () => {
    expect(wantedPath(signInPath('/staff?person=stf_1').slice('/sign-in'.length))).toBe('/staff?person=stf_1');
  });

  test.for([
    '//evil.example',
    String.raw`/\evil.example`,
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/sign-in',
  ])('is the first page instead of %s', (next) => expect(wantedPath(`?next=${encodeURIComponent(next)}`)).toBe('/'));

  test('is left out where it is the first page', () => expect(signInPath('/')).toBe('/sign-in'));
});

test('who presses a link as the session ends hears that it has ended; who had none does not', async () => {
  const follow = async () => {
    const answer = await guardFrame({ request: new Request('https://intake.example/console/security?tab=keys') });
    return answer?.headers.get('location') ?? null;
  };
  queryClient.setQueryData(meQuery.queryKey, null);
  expect(await follow()).toBe('/sign-in?next=%2Fsecurity%3Ftab%3Dkeys');
  queryClient.setQueryData(meQuery.queryKey, { id: 'stf_1' } as Me);
  expect(await follow()).toBeNull();
  queryClient.setQueryData(meQuery.queryKey, null);
  expect(await follow()).toBe('/sign-in?next=%2Fsecurity%3Ftab%3Dkeys&ended=');
  queryClient.clear();
});

test('the sign-in page leads on who is signed in, and stays for who signs in again before the session ends', async () => {
  queryClient.setQueryData(meQuery.queryKey, { id: 'stf_1' } as Me);
  const open = async (path: string) =>
    (await guardSignIn({ request: new Request(`https://intake.example/console${path}`) }))?.headers.get('location');
  expect(await open(signInPath('/orders'))).toBe('/orders');
  expect(await open(signInPath('/orders', 'again'))).toBeUndefined();
  queryClient.clear();
});
