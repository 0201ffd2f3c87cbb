import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as yaml from 'yaml';
import { anchorOf } from './api-reference/reference-markup.ts';
import { operatorCommands } from './enrolment/operator-command.ts';
import { addLoneJob } from './platform/jobs.ts';
import { eventually, startTestProduct, type TestProduct } from './testing/product.ts';
import { buildWorkers, handled, jobsIn, named } from './testing/workers.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
const { groups } = yaml.parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { refId: string; expr: string }[];
}
const dashboard = JSON.parse(read('deploy/grafana/intake.json')) as {
  panels: Panel[];
  templating: { list: { name: string }[] };
};
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Labels by metric, as a process exposes them, with their values. */
type Exposed = Map<string, Map<string, Set<string>>>;

function readExposed(text: string): Exposed {
  const found: Exposed = new Map();
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name!) ?? new Map<string, Set<string>>();
    for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label!, (known.get(label!) ?? new Set()).add(value!));
    found.set(name!, known);
  }
  return found;
}

/** Labels that Prometheus adds, and whose values stand for what happens to be there. */
const ofPrometheus = ['job', 'instance'];
const open = ['route', 'status', 'kind', 'destination', 'outcome', 'le'];

/** What a query asks for that no process exposes. */
function findUnknown(query: string, exposed: Exposed): string[] {
  const selectors = [...query.matchAll(/\b(up|(?:intake|nodejs|process)_\w+)\b(?:\{([^}]*)\})?/g)];
  const inGroups = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const metrics = selectors.map(([, name]) => name!).filter((name) => name !== 'up');
  const labelsOf = (name: string) => exposed.get(name) ?? new Map<string, Set<string>>();
  return [
    ...metrics.filter((name) => !exposed.has(name)),
    ...selectors.flatMap(([, name, matchers = '']) =>
      [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, label, , value]) => {
        if (ofPrometheus.includes(label!) || name === 'up') return [];
        const known = labelsOf(name!).get(label!);
        if (!known && open.includes(label!) && labelsOf(name!).size === 0) return [];
        if (!known) return [`${name}{${label}}`];
        if (open.includes(label!)) return [];
        return value!
          .split('|')
          .filter((each) => !known.has(each))
          .map((each) => `${name}{${label}="${each}"}`);
      }),
    ),
    ...inGroups.filter(
      (label) => label !== '' && !ofPrometheus.includes(label) && metrics.every((name) => !labelsOf(name).has(label)),
    ),
  ];
}

let product: TestProduct;
let exposed: Exposed;
beforeAll(async () => {
  product = await startTestProduct();
  // A series with a label whose values are not known before: a review, and a call of each kind.
  await product.database.pool.query(
    `insert into review_item (id, kind, subject, note) values ('rev_1', 'refund-failed', 'ord_1', 'A test.')`,
  );
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  await student.post('/enrolment/checkout', { partner: 'uts', cohortId, paymentType: 'full', acknowledged: true });
  const scrape = () => fetch(`${product.url}/metrics`).then((answer) => answer.text());
  await eventually(async () => {
    const text = await scrape();
    return ['intake_reviews_open{', 'intake_outside_call_seconds_count{'].every((series) => text.includes(series));
  });
  exposed = readExposed(await scrape());
});
afterAll(() => product.stop());

describe('a query', () => {
  test.for(rules.map(({ alert, expr }) => [alert, expr] as const))(
    'of the alert %s asks for what a process exposes',
    ([, expr]) => {
      expect(findUnknown(expr, exposed)).toEqual([]);
    },
  );

  test('of the dashboard asks for what a process exposes', () => {
    expect(queries.length).toBeGreaterThan(20);
    expect(queries.flatMap((query) => findUnknown(query, exposed))).toEqual([]);
  });

  test.for([
    ['rate(intake_requests_total[5m])', 'intake_requests_total'],
    ['intake_jobs{queue="mail"}', 'intake_jobs{queue}'],
    ['intake_jobs{state="overdue"}', 'intake_jobs{state="overdue"}'],
    ['sum by (queue) (intake_jobs)', 'queue'],
  ])('for what is not exposed is found: %s', ([query, unknown]) => {
    expect(findUnknown(query!, exposed)).toEqual([unknown]);
  });
});

describe('the alert of money to decide', () => {
  /** Kinds that `reviews --help` lists with something to do. */
  const toDo = (help: string) =>
    [...help.split('To know')[0]!.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, kind]) => kind!);
  const help = operatorCommands.commands.find(({ name }) => name === 'reviews')?.details ?? '';
  const kindsOf = (expr: string) => /kind=~"([^"]+)"/.exec(expr)![1]!.split('|');
  // No money: the first ends by itself with the dispute, the second is a place that was asked for.
  const left = ['refund-disputed', 'claimed-eligibility'];

  test('is about every kind of matter with something to do', () => {
    const { expr } = rules.find(({ alert }) => alert === 'IntakeMoneyToDecide')!;
    const wanted = toDo(help).filter((kind) => !left.includes(kind));
    expect(wanted.length).toBeGreaterThan(5);
    expect(kindsOf(expr).toSorted()).toEqual(wanted.toSorted());
  });
});

describe('metrics', () => {
  test('have the names and units that Prometheus asks for', () => {
    const own = [...exposed.keys()].filter((name) => name.startsWith('intake_'));
    expect(own.length).toBeGreaterThan(12);
    for (const name of own) expect(name).toMatch(/^intake(_[a-z]+)+$/);
    const counters = read('deploy/prometheus/alerts.yml').match(/(?:rate|increase)\((intake_\w+)/g) ?? [];
    for (const counter of counters) expect(counter).toMatch(/_(?:total|count|bucket)$/);
  });
});

describe('runbooks', () => {
  const runbooks = read('docs/runbooks.md');
  const parts = new Map(
    runbooks
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part] as const),
  );

  test('have a part for each alert, and none for another', () => {
    expect([...parts.keys()]).toEqual(rules.map(({ alert }) => alert));
  });

  test.for(rules.map((rule) => [rule.alert, rule] as const))(
    'tell what %s means, where to look and what to do',
    ([alert, rule]) => {
      expect(parts.get(alert)).toMatch(/^.+\n\n[A-Z][^]+\n\n- \*\*Look\*\*: [^]+\n- \*\*Do\*\*: /);
      expect(rule.annotations['runbook_url']).toBe(`\${RUNBOOKS_URL}#${anchorOf(alert)}`);
      expect(rule.annotations['summary']).toMatch(/^.{15,}\.$/);
      expect(['page', 'warning']).toContain(rule.labels['severity']);
    },
  );

  test('name a statement by which a job that was given up runs at once', async ({ onTestFinished }) => {
    let runs = 0;
    const workers = await buildWorkers(onTestFinished, [handled('debt', async () => void runs++)]);
    // As far ahead as the last failure leaves it.
    await addLoneJob(workers.db, named('debt'), {}, { afterSeconds: 22_000 });
    const { rows } = await workers.pool.query<{ id: string }>(
      `update graphile_worker._private_jobs set attempts = max_attempts
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'debt')
       returning id::text as id`,
    );
    const [, statement] = /`(select graphile_worker\.reschedule_jobs[^`]+)`/.exec(parts.get('IntakeJobsFailed')!)!;
    await workers.pool.query(statement!.replace('<id>', rows[0]!.id));
    await eventually(async () => (await jobsIn(workers, 'debt')).length === 0);
    expect(runs).toBe(1);
  });

  test('lead to one another and to pages that are there', () => {
    const anchors = [...parts.keys()].map((alert) => `#${anchorOf(alert)}`);
    for (const [, target] of runbooks.matchAll(/\]\((#[^)]+)\)/g)) expect(anchors).toContain(target);
  });
});

describe('the dashboard', () => {
  const panels = dashboard.panels;
  test('has panels that do not overlap, each with a title and a sentence', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = new Set<string>();
    for (const { gridPos, type, title, description } of panels) {
      expect(title).not.toBe('');
      if (type !== 'row') expect(description).toMatch(/\.$/);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(cells).not.toContain(`${x} ${y}`);
          cells.add(`${x} ${y}`);
        }
    }
  });

  test('uses no variable that it does not have', () => {
    const variables = [...dashboard.templating.list.map(({ name }) => name), '__rate_interval', '__all'];
    for (const [, name] of read('deploy/grafana/intake.json').matchAll(/\$(\w+)/g)) expect(variables).toContain(name);
  });
});
