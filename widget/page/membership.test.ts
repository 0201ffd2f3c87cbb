import { expect, test } from 'vitest';
import { laterCalls } from '../../client/membership.ts';
import { arrive, serve, stayLoggedIn } from '../testing/visit.ts';
import { createPageMembership, laterNames } from './membership.ts';
import type { Load } from './page.ts';

const options = { publicKey: 'pk_1', appId: 'app_1', domain: 'https://members.example' };

test('every call of the client that comes later is offered at once, and no other', () => {
  expect(laterNames.toSorted()).toEqual(Object.keys(laterCalls({} as Parameters<typeof laterCalls>[0])).toSorted());
});

test('a call that comes later is answered, also when its part did not arrive the first time', async () => {
  arrive();
  stayLoggedIn();
  const { asked } = serve({ 'GET /member/json': { visits: 2 } });
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new Error('The service cannot be reached.');
    return { laterCalls };
  };
  const membership = createPageMembership(options, Object.assign(load, { has: () => false }) as unknown as Load);
  await expect(membership.getMemberJSON()).rejects.toThrow('cannot be reached');
  isOnline = true;
  expect(await membership.getMemberJSON()).toEqual({ data: { visits: 2 } });
  expect(asked).toEqual([{ call: 'GET /member/json', body: undefined }]);
});
