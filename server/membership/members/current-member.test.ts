import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveSite, startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { recordRequests } from '../../testing/recorded-statements.ts';

/** Requests that come together share a statement: each has to be answered with its own member all the same. */

let product: TestMembership;
const recording = recordRequests();
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(async () => {
  recording.stop();
  await product.stop();
});

/** The e-mail address that a token reads; null where it reads no member, as a visitor does. */
async function read(token: string, site: { publicKey: string; origins?: readonly string[] } = demo) {
  const headers = { 'x-api-key': site.publicKey, origin: site.origins?.[0] };
  const { status, data } = await product.call('GET', '/member', { token, headers });
  expect(status).toBe(200);
  return (data?.auth.email ?? null) as string | null;
}

const demo = { publicKey: 'pk_sb_demo' };

async function logOut(token: string): Promise<void> {
  const { status } = await product.post('/member/logout', {}, { token });
  expect(status).toBe(200);
}

interface Asked {
  token: string;
  /** What it is to read. */
  email: string | null;
  site?: typeof liveSite;
}

const isShared = (statement: string) => statement.includes('with ordinality as k (site_id, token_hash, place)');

/** In an order that leaves no neighbour of the same kind together. */
const mixed = <T>(...lists: T[][]): T[] => lists[0]!.flatMap((_, at) => lists.map((list) => list[at % list.length]!));

describe('members who are read at once', () => {
  let members: TestMember[];
  let ended: TestMember[];
  beforeAll(async () => {
    members = [];
    for (let made = 0; made < 12; made++) members.push(await product.buildMember());
    ended = members.splice(0, 4);
    for (const { token } of ended) await logOut(token);
  });

  test('each session reads its own member, beside ended ones, other sites and made-up tokens', async () => {
    const own = members.map(({ token, email }): Asked => ({ token, email }));
    const asked = mixed(
      own,
      ended.map(({ token }): Asked => ({ token, email: null })),
      own.map(({ token }): Asked => ({ token, email: null, site: liveSite })),
      [{ token: 'x'.repeat(43), email: null }],
      own.toReversed(),
    );
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(asked.map(({ token, site }) => read(token, site)));
      expect(answers).toEqual(asked.map(({ email }) => email));
    }
  });

  test('fewer statements are sent than requests, and one that comes alone is asked alone', async () => {
    const together = await recording.during(() =>
      Promise.all(members.flatMap(({ token }) => [read(token), read(token)])),
    );
    expect(together.filter(isShared).length).toBeLessThan(members.length * 2);
    const alone = await recording.during(async () => {
      for (const { token } of members) await read(token);
    });
    expect(alone.filter(isShared)).toHaveLength(members.length);
  });

  test('a session reads nothing from the moment on that its log-out was answered', async () => {
    const { token, email } = members.pop()!;
    const [other] = members;
    const isOver = new AbortController();
    const others = (async () => {
      while (!isOver.signal.aborted) await Promise.all(Array.from({ length: 8 }, () => read(other!.token)));
    })();
    try {
      expect(await read(token)).toBe(email);
      await logOut(token);
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => read(token))))).toEqual(new Set([null]));
    } finally {
      isOver.abort();
      await others;
    }
  });
});
