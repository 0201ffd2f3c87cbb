import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runStates, type CohortRow } from '../../../contract/console/cohorts-schemas.ts';
import { createBuying } from '../../testing/buying.ts';
import { eventually, startTestProduct, type Answer, type TestProduct } from '../../testing/product.ts';
import { openConsole, type TestConsole } from '../../testing/staff-console.ts';
import { untilNotBusy } from '../../testing/until-not-busy.ts';

let product: TestProduct;
let staffed: TestConsole;
let cookies: Record<'owner' | 'uts' | 'uc' | 'finance', string>;
beforeAll(async () => {
  product = await startTestProduct();
  staffed = openConsole(product);
  const employ = async (given: Parameters<TestConsole['employ']>[0]) => (await staffed.employ(given)).cookie;
  cookies = {
    owner: await employ({ role: 'owner' }),
    uts: await employ({ role: 'admissions', partners: ['uts'] }),
    uc: await employ({ role: 'admissions', partners: ['uc'] }),
    finance: await employ({ role: 'finance', partners: ['uts'] }),
  };
});
afterAll(() => product.stop());

const buying = createBuying(() => product);
type Who = keyof typeof cookies;
const ask = (who: Who, method: string, path: string, body?: unknown): Promise<Answer> =>
  staffed.call(method, path, { cookie: cookies[who], body });
const read = async (id: string, who: Who = 'owner') =>
  (await untilNotBusy(() => ask(who, 'GET', `/cohorts/${id}`))).body.data;
const codeOf = ({ status, body }: Answer) => [status, body?.error?.code ?? null];
/** All pages of the list. */
async function list(who: Who, query = ''): Promise<CohortRow[]> {
  const rows: CohortRow[] = [];
  for (let after = ''; ;) {
    const { body } = await ask(who, 'GET', `/cohorts?limit=100${query}${after && `&after=${after}`}`);
    rows.push(...body.data);
    if (!body.hasNextPage) return rows;
    after = body.endCursor;
  }
}
const countOf = async (query: string) => (await ask('owner', 'GET', `/cohorts?${query}`)).body.count.rows;

/** A day so many days from today. */
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const wish = (of: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  course: 'cyber',
  mode: 'full-time',
  name: 'Cyber Security (Full-Time)',
  partners: ['uts'],
  startDate: dayFrom(60),
  schedule: 'Monday to Friday',
  capacity: 3,
  minimum: 2,
  opensOn: null,
  enrolBy: dayFrom(50),
  isDraft: false,
  ...of,
});
const create = async (of: Record<string, unknown> = {}, who: Who = 'uts') =>
  (await ask(who, 'POST', '/cohorts', wish(of))).body.data;
const chosenBy = async (partner: string) =>
  (await product.call('GET', `/enrolment/catalogue?partner=${partner}`)).body.data.cohorts.map(
    ({ id }: { id: string }) => id,
  );

/** Members who may pay. @returns the tokens of their sessions */
async function buildPayers(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  for (const token of tokens) {
    const id = `mem_${randomBytes(8).toString('hex')}`;
    await product.database.pool.query(
      `insert into member (id, site_id, email, verified, custom_fields)
       values ($1, 'app_enrolment', $1 || '@example.org', true, '{"stage": "2", "eligibility-status": "preapproved"}')`,
      [id],
    );
    await product.database.pool.query(
      `insert into session (token_hash, member_id, site_id, expires_at)
       values ($1, $2, 'app_enrolment', now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), id],
    );
  }
  return tokens;
}

describe('the list of cohorts', () => {
  test('filtered by a state has those whose state is that, of cohorts in every state', async () => {
    await product.database.pool.query(`
      insert into cohort (id, course, name, mode, start_date, start_label, time_zone, capacity, partners, is_draft,
        cancelled_at, confirmed_at, opens_at, closes_at)
      select 'state-' || row_number() over (), 'data', 'States', mode, current_date + start,
        case when start is null then 'Future' end, zone, capacity, '{uts}', staff = 'draft',
        case when staff = 'cancelled' then now() end, case when staff = 'confirmed' then now() end,
        now() + make_interval(days => opens), now() + make_interval(days => closes)
      from unnest(array['full-time', 'part-time']) mode, unnest(array[-200, -82, -81, -10, 0, 1, 60, null]) start,
        unnest(array['Pacific/Auckland', 'America/Los_Angeles']) zone, unnest(array[0, 4]) capacity,
        unnest(array['', 'draft', 'cancelled', 'confirmed']) staff, unnest(array[null, 2]) opens,
        unnest(array[null, -1, 6, 8]) closes`);
    const all = await list('owner');
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(runStates));
    for (const state of runStates) {
      const filtered = (await list('owner', `&state=${state}`)).map(({ id }) => id);
      expect(filtered.toSorted()).toEqual(
        all
          .filter((row) => row.state === state)
          .map(({ id }) => id)
          .toSorted(),
      );
    }
    await product.database.pool.query(`delete from cohort where id like 'state-%'`);
  });

  test('begins with what is to come, and ends with what began first', async () => {
    const rows = await list('owner');
    const dated = rows.map(({ startDate }) => startDate);
    const today = dayFrom(0);
    const coming = dated.filter((day) => day !== null && day > today);
    const begun = dated.filter((day) => day !== null && day <= today);
    expect(coming).toEqual(coming.toSorted());
    expect(begun).toEqual(begun.toSorted().toReversed());
    expect(dated).toEqual([...coming, ...dated.filter((day) => day === null), ...begun]);
    expect([coming, begun].every(({ length }) => length > 5)).toBe(true);
  });

  test('month by month, as a calendar asks it, has each dated cohort once', async () => {
    const rows = await list('owner');
    const months = [...new Set(rows.flatMap(({ startDate }) => startDate?.slice(0, 7) ?? []))];
    let inMonths = 0;
    for (const month of months) {
      const [year, number] = month.split('-').map(Number);
      const last = new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
      const query = `starts.from=${month}-01&starts.until=${last}`;
      const listed = await list('owner', `&${query}`);
      expect(listed.every(({ startDate }) => startDate!.startsWith(month))).toBe(true);
      expect(await countOf(query)).toBe(listed.length);
      inMonths += listed.length;
    }
    expect(inMonths).toBe(rows.filter(({ startDate }) => startDate !== null).length);
  });

  test('is searched by words of the name and the id', async () => {
    const { id } = await create({ name: 'Night school of ciphers' });
    for (const search of ['ciphers NIGHT', id.slice(0, 20)])
      expect((await list('uts', `&search=${encodeURIComponent(search)}`)).map((row) => row.id)).toEqual([id]);
    expect(await list('uc', '&search=ciphers')).toEqual([]);
  });

  test('is exported with what it shows, no cell a formula, and stands in the audit log', async () => {
    await create({ name: '=HYPERLINK("http://evil.example")' });
    const { status, body } = await ask('finance', 'GET', '/cohorts.csv?search=hyperlink');
    expect(status).toBe(200);
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"")",Open,`);
    const { rows } = await product.database.pool.query(
      `select note, partner from audit_entry where action = 'cohorts.exported'`,
    );
    expect(rows).toEqual([{ note: 'search', partner: 'uts' }]);
  });
});

describe('a cohort of another partner', () => {
  test('is as absent, in every call about it', async () => {
    const { id, version } = await create();
    const calls = [
      ['GET', ''],
      ['GET', '/seats'],
      ['GET', '/seats.csv'],
      ['GET', '/changes'],
      ['PATCH', '', { version, capacity: 9 }],
      ['POST', '/publication', { version }],
      ['POST', '/confirmation', { version }],
      ['POST', '/confirmation/withdrawal', { version, reason: 'Too few after all.' }],
      ['POST', '/removal', { version, reason: 'Mine now.' }],
    ] as const;
    const told = (answer: Answer) => ({ ...answer.body.error, requestId: undefined });
    for (const [method, path, body] of calls) {
      const beyond = await ask('uc', method, `/cohorts/${id}${path}`, body);
      const absent = await ask('uc', method, `/cohorts/coh_nowhere${path}`, body);
      expect(codeOf(beyond)).toEqual([404, 'cohort-not-found']);
      expect([beyond.status, told(beyond)]).toEqual([absent.status, told(absent)]);
    }
    expect((await read(id)).version).toBe(version);
  });

  test('that is shared is seen, and changed by who has all its partners alone; other partners’ students are counted', async () => {
    const { id } = await create({ partners: ['uts', 'uc'] }, 'owner');
    const buyer = await product.buildStudent();
    await product.pay((await buying.checkout(buyer, id, { partner: 'uts' })).body.data.url);
    await eventually(async () => (await read(id)).sold === 1);
    const seen = await read(id, 'uc');
    expect(seen).toMatchObject({ sold: 1, seatsElsewhere: 1, isInScope: false });
    expect((await ask('uc', 'GET', `/cohorts/${id}/seats`)).body.data).toEqual([]);
    expect(String((await ask('uc', 'GET', `/cohorts/${id}/seats.csv`)).body)).not.toContain(buyer.email);
    expect((await ask('uts', 'GET', `/cohorts/${id}/seats`)).body.data).toMatchObject([{ email: buyer.email }]);
    const change = { version: seen.version, capacity: 9 };
    expect(codeOf(await ask('uc', 'PATCH', `/cohorts/${id}`, change))).toEqual([403, 'cohort-beyond-scope']);
    expect((await ask('owner', 'PATCH', `/cohorts/${id}`, change)).body.data).toMatchObject({ capacity: 9 });
  });

  test('or of all partners is not made by who has some', async () => {
    expect(codeOf(await ask('uts', 'POST', '/cohorts', wish({ partners: ['uc'] })))).toEqual([
      404,
      'partner-not-found',
    ]);
    expect(codeOf(await ask('uts', 'POST', '/cohorts', wish({ partners: ['xx'] })))).toEqual([
      404,
      'partner-not-found',
    ]);
    expect(codeOf(await ask('uts', 'POST', '/cohorts', wish({ partners: null })))).toEqual([
      403,
      'cohort-beyond-scope',
    ]);
    expect(codeOf(await ask('finance', 'POST', '/cohorts', wish()))).toEqual([403, 'access-denied']);
  });
});

describe('a cohort that staff create', () => {
  test('is there once however often it is sent, and is in the partner’s zone', async () => {
    const body = wish({ minimum: null });
    const [one, two] = await Promise.all([1, 2].map(() => ask('uts', 'POST', '/cohorts', body)));
    expect([one!.status, two!.status, one!.body.data.id]).toEqual([200, 200, two!.body.data.id]);
    expect(one!.body.data).toMatchObject({ timeZone: 'Australia/Sydney', enrolBy: body.enrolBy, state: 'open' });
    const { body: changes } = await ask('uts', 'GET', `/cohorts/${one!.body.data.id}/changes`);
    expect(changes.data).toMatchObject([{ action: 'cohort.created', actor: expect.stringMatching(/ \(Test\)$/) }]);
    expect(await chosenBy('uts')).toContain(one!.body.data.id);
  });

  test('as a draft is shown to students once it is published', async () => {
    const draft = await create({ isDraft: true });
    expect(draft.state).toBe('draft');
    expect(await chosenBy('uts')).not.toContain(draft.id);
    const published = await ask('uts', 'POST', `/cohorts/${draft.id}/publication`, { version: draft.version });
    expect(published.body.data.state).toBe('open');
    expect(await chosenBy('uts')).toContain(draft.id);
    // The second of two presses.
    expect((await ask('uts', 'POST', `/cohorts/${draft.id}/publication`, { version: draft.version })).status).toBe(200);
  });

  test.for([
    ['closes before it opens', { opensOn: dayFrom(40), enrolBy: dayFrom(30) }],
    ['closes on its first day', { enrolBy: dayFrom(60) }],
    ['opens on its first day', { opensOn: dayFrom(60), enrolBy: null }],
  ] as const)('and %s is refused', async ([, days]) => {
    expect(codeOf(await ask('uts', 'POST', '/cohorts', wish(days)))).toEqual([400, 'cohort-dates-differ']);
  });
});

describe('a pattern', () => {
  const pattern = {
    partner: 'uts',
    course: 'software',
    modes: ['full-time', 'part-time'],
    firstDay: dayFrom(200),
    lastDay: dayFrom(320),
    everyWeeks: 6,
    schedules: { 'full-time': 'All day', 'part-time': 'Evenings' },
    capacity: 20,
    minimum: 6,
    enrolByDaysBefore: 3,
    isDraft: true,
  };

  test('creates what its preview shows, once', async () => {
    const preview = (await ask('uts', 'POST', '/cohort-patterns/preview', pattern)).body.data;
    expect(preview.timeZone).toBe('Australia/Sydney');
    const ids = preview.cohorts.map(({ id }: { id: string }) => id);
    const answers = await Promise.all([1, 2].map(() => ask('uts', 'POST', '/cohort-patterns', pattern)));
    expect(answers.flatMap(({ body }) => body.data.created).toSorted()).toEqual(ids.toSorted());
    expect(answers.reduce((sum, { body }) => sum + body.data.kept, 0)).toBe(ids.length);
    for (const { id, startDate, enrolBy } of preview.cohorts)
      expect(await read(id)).toMatchObject({ startDate, enrolBy, state: 'draft', capacity: 20, minimum: 6 });
    const publish = (cohortIds: string[], who: Who = 'uts') => ask(who, 'POST', '/cohort-publications', { cohortIds });
    const { id: foreign } = await create({ partners: ['uc'], isDraft: true }, 'uc');
    // All or none.
    expect(codeOf(await publish([...ids, foreign]))).toEqual([404, 'cohort-not-found']);
    expect(await chosenBy('uts')).not.toContain(ids[0]);
    const published = await Promise.all([ids, ids.toReversed()].map((each) => publish(each)));
    expect(published.reduce((sum, { body }) => sum + body.data.published, 0)).toBe(ids.length);
    expect(await chosenBy('uts')).toEqual(expect.arrayContaining(ids));
    const again = (await ask('uts', 'POST', '/cohort-patterns/preview', pattern)).body.data;
    expect(again.cohorts.every(({ isThere }: { isThere: boolean }) => isThere)).toBe(true);
    expect(codeOf(await ask('uc', 'POST', '/cohort-patterns', pattern))).toEqual([404, 'partner-not-found']);
  });

  test('has none that closes on its first day', async () => {
    const answer = await ask('uts', 'POST', '/cohort-patterns', { ...pattern, enrolByDaysBefore: 0 });
    expect(codeOf(answer)).toEqual([400, 'invalid-request']);
  });
});

describe('a cohort that is changed', () => {
  test('by two at once is changed by one, and the other is told', async () => {
    const { id, version } = await create();
    const answers = await Promise.all(
      [7, 8].map((capacity) => ask('uts', 'PATCH', `/cohorts/${id}`, { version, capacity })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412)!;
    expect(late.body.error).toMatchObject({ code: 'changed-meanwhile', version: version + 1 });
    expect((await read(id)).version).toBe(version + 1);
  });

  test('keeps the seats and the first day that students have, and the rest is in its changes', async () => {
    const { id } = await create({ capacity: 5 });
    const buyer = await product.buildStudent();
    const { url } = (await buying.checkout(buyer, id)).body.data;
    const held = await read(id);
    expect(held).toMatchObject({ sold: 0, held: 1, free: 4 });
    const change = async (of: object) =>
      ask('uts', 'PATCH', `/cohorts/${id}`, { version: (await read(id)).version, ...of });
    expect(codeOf(await change({ capacity: 0 }))).toEqual([409, 'seats-taken']);
    expect(codeOf(await change({ startDate: dayFrom(70) }))).toEqual([409, 'cohort-start-kept']);
    await product.pay(url);
    await eventually(async () => (await read(id)).sold === 1);
    expect(codeOf(await change({ capacity: 0 }))).toEqual([409, 'seats-taken']);
    expect(codeOf(await change({ minimum: 6 }))).toEqual([400, 'invalid-request']);
    const changed = await change({ capacity: 1, minimum: null, schedule: 'Nights', reason: 'One room less.' });
    expect(changed.body.data).toMatchObject({ capacity: 1, minimum: null, schedule: 'Nights', state: 'full' });
    const [entry] = (await ask('uts', 'GET', `/cohorts/${id}/changes`)).body.data;
    expect(entry).toMatchObject({ action: 'cohort.changed', reason: 'One room less.' });
    expect(entry.note).toBe('hours Monday to Friday → Nights, seats 5 → 1, minimum 2 → none');
    const roster = (await ask('uts', 'GET', `/cohorts/${id}/seats`)).body.data;
    expect(roster).toMatchObject([{ email: buyer.email, student: 'Ana Silva', seat: 'sold', until: null }]);
  });

  test('to fewer seats while 50 students buy never has fewer than are sold and held', async () => {
    const { id } = await create({ capacity: 50, minimum: null });
    const tokens = await buildPayers(50);
    const buy = (token: string, index: number) =>
      untilNotBusy(() =>
        product.call('POST', '/enrolment/checkout', {
          token,
          headers: { 'x-forwarded-for': `10.7.0.${index}` },
          body: { partner: 'uts', cohortId: id, paymentType: 'full', acknowledged: true },
        }),
      );
    const told = new Set<string>();
    const lower = async (capacity: number) => {
      const { version } = await read(id);
      const lowered = await untilNotBusy(() => ask('uts', 'PATCH', `/cohorts/${id}`, { version, capacity }));
      told.add(String(codeOf(lowered)[1]));
      const seen = await read(id);
      expect(seen.sold + seen.held).toBeLessThanOrEqual(seen.capacity);
    };
    const lowering = (async () => {
      for (const capacity of [40, 30, 20, 10, 40, 35, 30, 25]) await lower(capacity);
    })();
    const bought = (await Promise.all(tokens.map(buy))).filter(({ status }) => status === 200).length;
    await lowering;
    const { held, capacity } = await read(id);
    expect(held).toBe(bought);
    expect(held).toBeLessThanOrEqual(capacity);
    expect([...told].filter((code) => !['null', 'seats-taken'].includes(code))).toEqual([]);
  });

  test('without seats may begin another day; without a date gets one', async () => {
    const { id, version } = await create({ startDate: null, enrolBy: null });
    const { body } = await ask('uts', 'PATCH', `/cohorts/${id}`, { version, startDate: dayFrom(80) });
    expect(body.data).toMatchObject({ startDate: dayFrom(80), startLabel: null });
  });

  test('is deleted while it is a draft that nobody ordered, and not otherwise', async () => {
    const remove = (id: string, version: number) =>
      ask('uts', 'POST', `/cohorts/${id}/removal`, { version, reason: 'Planned twice.' });
    const open = await create();
    expect(codeOf(await remove(open.id, open.version))).toEqual([409, 'cohort-not-ready']);
    const draft = await create({ isDraft: true });
    expect((await remove(draft.id, draft.version)).status).toBe(200);
    expect(codeOf(await ask('uts', 'GET', `/cohorts/${draft.id}`))).toEqual([404, 'cohort-not-found']);
  });
});

describe('a cohort with fewer students than it needs', () => {
  const waits = async (id: string) =>
    (await ask('uts', 'GET', '/matters?kind=cohort&limit=100')).body.data.some(
      (matter: { id: string }) => matter.id === id,
    );

  test('waits for a person by its minimum, until it is confirmed; no draft does', async () => {
    const soon = { startDate: dayFrom(20), enrolBy: null, capacity: 100 };
    const needing = await create({ ...soon, minimum: 1 });
    const content = await create({ ...soon, minimum: 0 });
    const draft = await create({ ...soon, minimum: 1, isDraft: true });
    expect([await waits(needing.id), await waits(content.id), await waits(draft.id)]).toEqual([true, false, false]);
    const shown = async () =>
      (await ask('uts', 'GET', '/figures')).body.data.cohorts.map(({ id }: { id: string }) => id);
    expect(await shown()).not.toContain(draft.id);
    expect(await shown()).toContain(needing.id);
    const body = { version: needing.version };
    expect((await ask('uts', 'POST', `/cohorts/${needing.id}/confirmation`, body)).body.data.state).toBe('confirmed');
    expect(await waits(needing.id)).toBe(false);
    expect(codeOf(await ask('uts', 'POST', `/cohorts/${draft.id}/confirmation`, { version: draft.version }))).toEqual([
      409,
      'cohort-not-ready',
    ]);
  });
});
