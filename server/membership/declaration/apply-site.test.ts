import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { liveSite, startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { applySite, ChangedMeanwhile, previewSite, type SiteWish } from './apply-site.ts';
import { describeChange } from './describe-change.ts';
import { WrongDeclaration } from './declaration-faults.ts';
import { parseDeclaration } from './site-declaration.ts';
import { findSecret } from '../sites/site-secrets.ts';
import { findDeclared } from './site-state.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

let made = 0;
const price = { id: '', name: 'Once', type: 'ONETIME', amountCents: 500, currency: 'NZD' };

/** A site for one test, with functions to apply and read it. */
function buildSite(settings: object = {}) {
  const number = ++made;
  const id = `app_apply${number}`;
  const full = {
    id,
    name: 'Club',
    publicKey: `pk_apply${number}`,
    mode: 'live',
    fields: [
      { key: 'nickname', label: 'Nickname' },
      { key: 'shoe', label: 'Shoe' },
    ],
    plans: [
      { id: `pln_free${number}`, name: 'Free', priority: 2 },
      { id: `pln_paid${number}`, name: 'Paid', priority: 1, prices: [{ ...price, id: `prc_paid${number}` }] },
    ],
    ...settings,
  };
  const wish = (changes: object, more: Partial<SiteWish> = {}): SiteWish => ({
    declaration: parseDeclaration({ ...structuredClone(full), ...changes }),
    actor: 'a test',
    ...more,
  });
  return {
    id,
    full,
    freePlan: `pln_free${number}`,
    paidPlan: `pln_paid${number}`,
    price: `prc_paid${number}`,
    async apply(changes: object = {}, more?: Partial<SiteWish>, db: Database = product.services.db) {
      return (await applySite(product.services, db, wish(changes, more))).map(describeChange);
    },
    async preview(changes: object = {}, more?: Partial<SiteWish>) {
      const { services } = product;
      return (await previewSite(services, services.db, wish(changes, more))).map(describeChange);
    },
    declared: () => findDeclared(product.services.db, id),
    /** A member with a plan at a price. */
    async give(planId: string, priceId: string | null = null) {
      const memberId = `mem_apply${++made}`;
      const { pool } = product.database;
      await pool.query(`insert into member (id, site_id, email, custom_fields) values ($1, $2, $1, '{"shoe": "42"}')`, [
        memberId,
        id,
      ]);
      await pool.query(
        `insert into plan_connection (id, member_id, plan_id, type, status, price_id) values ($1, $1, $2, 'FREE', 'CANCELED', $3)`,
        [memberId, planId, priceId],
      );
      return memberId;
    },
  };
}

describe('applying', () => {
  test('creates a site, lists every change, and is idempotent', async () => {
    const site = buildSite();
    expect(await site.preview()).toEqual(await site.apply());
    expect(await site.apply()).toEqual([]);
    expect(await site.preview()).toEqual([]);
    expect(await site.declared()).toMatchObject({ name: 'Club', passwordMinLength: 8, webhooks: [] });
  });

  test('lists each difference by its path', async () => {
    const site = buildSite();
    await site.apply();
    const [nickname, shoe] = site.full.fields;
    const [free, paid] = site.full.plans;
    const changes = await site.apply({
      name: 'Harbour Club',
      origins: ['https://club.example'],
      fields: [{ ...shoe, visibility: 'PUBLIC' }, nickname, { key: 'boat', label: 'Boat' }],
      plans: [
        { ...free, name: 'For free' },
        { ...paid, prices: [{ ...price, id: site.price, amountCents: 700 }] },
      ],
      branding: { logo: '/logo.svg', appearance: 'auto', colors: { darkMode: { text: '#eee' } } },
      coupons: [{ id: 'TEN', name: 'Ten', percentOff: 10 }],
    });
    expect(changes).toEqual([
      '~ name: "Club" → "Harbour Club"',
      '+ origins[https://club.example]: "https://club.example"',
      '~ fields[shoe].visibility: "PRIVATE" → "PUBLIC"',
      '+ fields[boat].key: "boat"',
      '+ fields[boat].type: "text"',
      '+ fields[boat].label: "Boat"',
      '+ fields[boat].hidden: false',
      '+ fields[boat].visibility: "PRIVATE"',
      '+ fields[boat].writableBy: "member"',
      '+ fields[boat].askAtSignup: true',
      '~ order of fields: ["nickname","shoe"] → ["shoe","nickname"]',
      '+ coupons[TEN].id: "TEN"',
      '+ coupons[TEN].name: "Ten"',
      '+ coupons[TEN].duration: "once"',
      '+ coupons[TEN].perMember: 1',
      '+ coupons[TEN].percentOff: 10',
      '~ branding.logo: null → "/logo.svg"',
      '~ branding.appearance: "light" → "auto"',
      '+ branding.colors.darkMode.text: "#eee"',
      `~ plans[${site.freePlan}].name: "Free" → "For free"`,
      `~ plans[${site.paidPlan}].prices[${site.price}].amountCents: 500 → 700`,
    ]);
  });

  test('keeps plans and prices in their declared order, regardless of priority and amount', async () => {
    const site = buildSite();
    const idsOf = async () =>
      (await site.declared())!.plans.map(({ id, prices }) => [id, ...prices.map((each) => each.id)]);
    const dear = { ...price, id: `${site.price}_dear`, amountCents: 900 };
    const cheap = { ...price, id: `${site.price}_cheap`, amountCents: 100 };
    const [free, paid] = site.full.plans;
    const declared = [{ ...paid, prices: [dear, cheap] }, free];
    await site.apply({ plans: declared });
    expect(await idsOf()).toEqual([[site.paidPlan, dear.id, cheap.id], [site.freePlan]]);
    expect(await site.apply({ plans: [free, { ...paid, prices: [cheap, dear] }] })).toEqual([
      expect.stringMatching(/^~ order of plans\[.*\]\.prices: /),
      expect.stringMatching(/^~ order of plans: /),
    ]);
    expect(await idsOf()).toEqual([[site.freePlan], [site.paidPlan, cheap.id, dear.id]]);
  });

  test('notes the consequence of a changed public key', async () => {
    const site = buildSite();
    await site.apply();
    const key = site.full.publicKey.replace('pk_', 'pk_sb_');
    expect(await site.preview({ mode: 'sandbox', publicKey: key })).toEqual([
      `~ publicKey: "${site.full.publicKey}" → "${key}" (pages of the site that still name the old one find no site)`,
      '~ mode: "live" → "sandbox"',
    ]);
  });

  test('changes nothing in a dry run', async () => {
    const site = buildSite();
    expect(await site.preview()).not.toEqual([]);
    expect(await site.declared()).toBeUndefined();
    await site.apply();
    const before = await site.declared();
    expect(await site.preview({ name: 'Other', plans: [] })).toHaveLength(3);
    expect(await site.declared()).toEqual(before);
    const { rows } = await product.database.pool.query('select note from audit_entry where site_id = $1', [site.id]);
    expect(rows).toHaveLength(1);
  });

  test('does nothing at all when a part is refused', async () => {
    const site = buildSite();
    await site.apply();
    const before = await site.declared();
    const late = { name: 'Other', captchaRequired: true, captcha: { service: 'turnstile', siteKey: 'k' } };
    await expect(site.apply(late)).rejects.toThrow('captchaSecret: this captcha needs its secret');
    expect(await site.declared()).toEqual(before);
  });

  test('is refused when the changes differ from those confirmed', async () => {
    const site = buildSite();
    await site.apply();
    const { services } = product;
    const wish = { declaration: parseDeclaration({ ...site.full, name: 'Shown' }), actor: 'a test' };
    const expected = await previewSite(services, services.db, wish);
    await site.apply({ memberLimit: 5 });
    await expect(applySite(services, services.db, { ...wish, expected })).rejects.toThrow(ChangedMeanwhile);
    expect((await site.declared())?.name).toBe('Club');
  });

  test('concurrently leaves one of the declarations whole', async () => {
    const site = buildSite();
    const wishes = Array.from({ length: 6 }, (_, n) => ({
      name: `Club ${n}`,
      coupons: [{ id: `C${n}`, name: 'C', percentOff: 1 }],
      plans: [{ id: `pln_race${n}`, name: `Plan ${n}` }],
    }));
    await Promise.all(wishes.map((wish) => site.apply(wish)));
    const declared = (await site.declared())!;
    const n = declared.name.slice(-1);
    expect(declared.coupons.map(({ id }) => id)).toEqual([`C${n}`]);
    expect(declared.plans.map(({ id }) => id)).toEqual([`pln_race${n}`]);
  });
});

describe('a part that is not declared any more', () => {
  test('is deleted where no member has it', async () => {
    const site = buildSite();
    await site.apply();
    expect(await site.apply({ plans: [{ ...site.full.plans[1], prices: [] }] })).toEqual([
      expect.stringMatching(
        `^- plans\\[${site.paidPlan}\\].prices\\[${site.price}\\]: .* \\(the plan has no price left: it costs nothing now\\)$`,
      ),
      expect.stringMatching(`^- plans\\[${site.freePlan}\\]: `),
    ]);
    expect((await site.declared())!.plans).toMatchObject([{ id: site.paidPlan, prices: [] }]);
  });

  test('becomes INACTIVE where members have it or had it, once', async () => {
    const site = buildSite();
    await site.apply();
    await site.give(site.freePlan);
    await site.give(site.paidPlan, site.price);
    const less = { plans: [{ id: site.paidPlan, name: 'Paid', priority: 1 }] };
    const why = '(it is not declared any more, but members have it or had it: it stays for them alone)';
    expect(await site.apply(less)).toEqual([
      `~ plans[${site.freePlan}].status: "ACTIVE" → "INACTIVE" ${why}`,
      `~ plans[${site.paidPlan}].prices[${site.price}].status: "ACTIVE" → "INACTIVE" ${why}`,
    ]);
    expect(await site.apply(less)).toEqual([]);
    // Declared again, it is active again.
    expect(await site.apply()).toHaveLength(2);
  });

  test('and is a field keeps its stored values', async () => {
    const site = buildSite();
    await site.apply();
    const memberId = await site.give(site.freePlan);
    expect(await site.apply({ fields: [site.full.fields[0]] })).toEqual([
      expect.stringMatching(/^- fields\[shoe\]: .* \(values that are stored stay stored\)$/),
    ]);
    const { rows } = await product.database.pool.query('select custom_fields from member where id = $1', [memberId]);
    expect(rows[0].custom_fields).toEqual({ shoe: '42' });
  });
});

describe('another site’s', () => {
  test.for([
    ['public key', { publicKey: liveSite.publicKey }, 'publicKey: pk_live belongs to another site'],
    ['plan', { plans: [{ id: 'pln_demo_free', name: 'Mine' }] }, 'plans[0].id: pln_demo_free belongs to another site'],
    [
      'price',
      { plans: [{ id: 'pln_mine', name: 'Mine', prices: [{ ...price, id: 'prc_demo_team_monthly' }] }] },
      'plans[0].prices[0].id: prc_demo_team_monthly belongs to another site',
    ],
    [
      'client of our own provider',
      {
        mode: 'sandbox',
        publicKey: 'pk_sb_mine',
        authProviders: [{ provider: 'mine', name: 'Mine', clientId: 'app_demo', issuer: '{appUrl}/dev/oidc' }],
      },
      'authProviders[0].clientId: app_demo belongs to another site',
    ],
  ] as const)('%s cannot be taken over', async ([, changes, fault]) => {
    const before = await findDeclared(product.services.db, 'app_demo');
    await expect(buildSite().apply(changes)).rejects.toThrow(fault);
    expect(await findDeclared(product.services.db, 'app_demo')).toEqual(before);
  });

  test.for([
    ['public key', { publicKey: 'pk_crossing' }, 'publicKey'],
    ['plan', { plans: [{ id: 'pln_crossing', name: 'Mine' }] }, 'plans[0].id'],
    ['price', { plans: [{ id: 'pln_', name: 'Mine', prices: [{ ...price, id: 'prc_crossing' }] }] }, 'prices[0].id'],
  ] as const)('%s cannot be taken over while it is being made', async ([, changes, place]) => {
    const [first, second] = [buildSite(), buildSite()];
    // The two sites conflict in one name alone.
    const as = (own: string) => JSON.parse(JSON.stringify(changes).replace('"pln_"', `"pln_${own}"`)) as object;
    let late: Promise<unknown> | undefined;
    await product.services.db.transaction().execute(async (tx) => {
      await first.apply(as(first.id), {}, tx);
      late = second.apply(as(second.id)).catch((error: unknown) => error);
      await waitUntilBlocked();
    });
    expect(await late).toBeInstanceOf(WrongDeclaration);
    expect(String(await late)).toContain(`${place}: `);
    expect(await second.declared()).toBeUndefined();
  });
});

/** Waits until a transaction waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await product.database.pool.query(waiting)).rowCount).not.toBe(0);
}

describe('secrets', () => {
  const club = { provider: 'club', name: 'Club', clientId: 'c', issuer: 'https://id.club.example' };
  const secretOf = (site: { id: string }, name: 'provider.club' | 'captcha') =>
    findSecret(product.services, product.services.db, site.id, name);
  const withSecret = (clientSecret: unknown, more: object = {}) => ({
    authProviders: [{ ...club, clientSecret, ...more }],
  });
  const line = (sign: string) => `${sign} authProviders[club].clientSecret (a secret is never shown)`;

  test('are set, changed and removed, and stay where they are left out', async () => {
    const site = buildSite();
    expect(await site.apply(withSecret('first-words'))).toContain(line('+'));
    expect(await secretOf(site, 'provider.club')).toBe('first-words');
    expect(await site.apply(withSecret('first-words'))).toEqual([]);
    expect(await site.apply(withSecret(undefined))).toEqual([]);
    expect(await site.apply(withSecret('other-words'))).toEqual([line('~')]);
    expect(await secretOf(site, 'provider.club')).toBe('other-words');
    expect(await site.apply()).toContain('- provider.club (a secret is never shown)');
    expect(await secretOf(site, 'provider.club')).toBeUndefined();
  });

  test('come from the environment where the file is applied, and from nowhere else', async () => {
    const site = buildSite();
    const named = withSecret({ env: 'CLUB_SECRET' });
    const place = 'authProviders[0].clientSecret.env';
    await expect(site.apply(named)).rejects.toThrow(`${place}: an environment variable can be named in a file`);
    const readVariable = (name: string) => ({ CLUB_SECRET: 'from-outside' })[name];
    await site.apply(named, { readVariable });
    expect(await secretOf(site, 'provider.club')).toBe('from-outside');
    await expect(site.apply(withSecret({ env: 'NOBODY' }), { readVariable })).rejects.toThrow(
      `${place}: the environment variable NOBODY is not set`,
    );
  });

  test('are not sent to another issuer by naming it', async () => {
    const site = buildSite();
    await site.apply(withSecret('first-words'));
    const elsewhere = { issuer: 'https://id.evil.example' };
    await expect(site.apply(withSecret(undefined, elsewhere))).rejects.toThrow(
      'authProviders[0].clientSecret: the issuer is another one now: give its secret',
    );
    await site.apply(withSecret('its-own', elsewhere));
    expect(await secretOf(site, 'provider.club')).toBe('its-own');
  });

  test('of a captcha are needed once it is required, and given anew to another service', async () => {
    const site = buildSite();
    const captcha = { captchaRequired: true, captcha: { service: 'hcaptcha', siteKey: 'k' } };
    await expect(site.apply(captcha)).rejects.toThrow('captchaSecret: this captcha needs its secret');
    await site.apply({ ...captcha, captchaSecret: 'words' });
    expect(await site.apply(captcha)).toEqual([]);
    const other = { ...captcha, captcha: { service: 'turnstile', siteKey: 'k' } };
    await expect(site.apply(other)).rejects.toThrow('captchaSecret: the captcha is of turnstile now: give its secret');
    expect(await secretOf(site, 'captcha')).toBe('words');
  });

  test('are nowhere to be read: in no table, no answer, no declaration', async () => {
    const site = buildSite();
    const secrets = { clientSecret: 'hush-hush-provider', captchaSecret: 'hush-hush-captcha' };
    const shown = await site.apply({
      ...withSecret(secrets.clientSecret),
      captchaSecret: secrets.captchaSecret,
      captcha: { service: 'hcaptcha', siteKey: 'k' },
    });
    product.services.sites.refresh();
    const { pool } = product.database;
    const { rows: tables } = await pool.query(
      `select format('select t::text as text from %I.%I t', table_schema, table_name) as query
         from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [JSON.stringify(shown), JSON.stringify(await site.declared())];
    for (const { query } of tables)
      texts.push(...(await pool.query(query)).rows.map(({ text }: { text: string }) => text));
    texts.push(JSON.stringify(await product.services.sites.get(site.id)));
    // Negative control: the search finds the site's name, and the sealed values' bytes.
    expect(texts.some((text) => text.includes('https://id.club.example'))).toBe(true);
    expect(
      texts.filter((text) => /hush-hush/.test(text) || text.includes(Buffer.from('hush-hush').toString('hex'))),
    ).toEqual([]);
  });
});

test('every change stands in the audit trail with its actor', async () => {
  const site = buildSite();
  await site.apply();
  await site.apply();
  await site.apply({ name: 'Other' }, { actor: 'somebody else' });
  const { rows } = await product.database.pool.query(
    'select actor, action, subject, note from audit_entry where site_id = $1 order by id',
    [site.id],
  );
  expect(rows).toMatchObject([
    { actor: 'a test', action: 'app.applied', subject: site.id },
    { actor: 'somebody else', action: 'app.applied', note: '~ name: "Club" → "Other"' },
  ]);
});

test('a setting that was added after the site was stored has its default', async () => {
  const site = buildSite();
  await site.apply();
  await product.database.pool.query(`update site set settings = settings - 'comments' - 'memberLimit' where id = $1`, [
    site.id,
  ]);
  expect(await site.declared()).toMatchObject({ comments: { blockedWords: [] }, memberLimit: null });
  expect(await site.apply()).toEqual([]);
});

test('refusals are told apart from faults of ours', async () => {
  await expect(buildSite().apply({ publicKey: 'pk_live' })).rejects.toBeInstanceOf(WrongDeclaration);
});
