import { describe, expect, test } from 'vitest';
import { readEnv, type WrongEnvironment } from './env.ts';
import { isHostPattern, isListed } from './outbound-hosts.ts';

const hosts = ['api.stripe.com', '*.hooks.example', '[2001:db8::1]'];

test.for(['api.stripe.com', 'API.Stripe.com.', 'a.hooks.example', 'a.b.hooks.example', '[2001:db8::1]'])(
  '%s is on the list',
  (host) => expect(isListed(hosts, host)).toBe(true),
);
test.for(['stripe.com', 'xapi.stripe.com', 'api.stripe.com.evil.example', 'hooks.example', 'evilhooks.example', ''])(
  '%s is not',
  (host) => expect(isListed(hosts, host)).toBe(false),
);
test('every host is on a list that is not there, and none on an empty one', () => {
  expect([isListed(undefined, 'any.example'), isListed([], 'any.example')]).toEqual([true, false]);
});
test.for([
  'https://api.stripe.com',
  'api.stripe.com:443',
  'api.stripe.com/',
  '*',
  '*.',
  'a b',
  '**.example',
  'A.example',
])('%s is no entry of a list', (text) => expect(isHostPattern(text)).toBe(false));

describe('OUTBOUND_HOSTS', () => {
  const named = {
    DATABASE_URL: 'postgres://intake:s@db.example/intake',
    SMTP_URL: 'smtp://Mail.example:587',
    FILES_URL: 'https://KEY:SECRET@s3.example/bucket',
    STRIPE_SECRET_KEY: 'sk_test_1234',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2hunter2',
  };
  const faults = (variables: Record<string, string>) => {
    try {
      readEnv({ ...named, ...variables });
      return [];
    } catch (error) {
      return (error as WrongEnvironment).faults;
    }
  };

  test('that names every host of the environment starts', () => {
    const all = 'db.example, mail.example,s3.example,api.stripe.com';
    expect(faults({ OUTBOUND_HOSTS: all })).toEqual([]);
    expect(readEnv({ ...named, OUTBOUND_HOSTS: all }).outboundHosts).toHaveLength(4);
    expect(readEnv(named).outboundHosts).toBeUndefined();
  });

  test('that leaves one out ends the start, naming the variable and no host', () => {
    expect(faults({ OUTBOUND_HOSTS: 'db.example' })).toEqual([
      'OUTBOUND_HOSTS does not name the host that SMTP_URL names',
      'OUTBOUND_HOSTS does not name the host that FILES_URL names',
      'OUTBOUND_HOSTS does not name the host that STRIPE_SECRET_KEY is for, api.stripe.com',
    ]);
    const elsewhere = {
      OUTBOUND_HOSTS: 'db.example,mail.example,s3.example',
      STRIPE_API_BASE: 'https://cards.example',
    };
    expect(faults(elsewhere)).toEqual(['OUTBOUND_HOSTS does not name the host that STRIPE_API_BASE names']);
  });

  test('plays no part for a database on a socket of this machine', () => {
    const hostsOfOthers = 'mail.example,s3.example,api.stripe.com';
    const local = 'postgres://intake@localhost/intake?host=/var/run/postgresql';
    expect(faults({ OUTBOUND_HOSTS: hostsOfOthers, DATABASE_URL: local })).toEqual([]);
  });

  test('is refused where an entry is no host', () => {
    expect(faults({ OUTBOUND_HOSTS: 'https://db.example' })).toContain(
      'OUTBOUND_HOSTS must be host names such as api.stripe.com or *.example.org, separated by commas',
    );
  });
});
