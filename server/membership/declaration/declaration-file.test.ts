import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { liveSite } from '../../testing/membership.ts';
import { readDeclarationFile, writeDeclarationFile, WrongFile } from './declaration-file.ts';
import { WrongDeclaration } from './declaration-faults.ts';
import { readShippedSites } from './shipped-sites.ts';
import { parseDeclaration, settingNames } from './site-declaration.ts';
import { measureWork } from '../../testing/measure-work.ts';

const text = `# The club by the harbour
id: app_club
name: Club
publicKey: pk_club
mode: live
plans:
  - id: pln_club
    name: Club
    prices:
      - id: prc_club
        name: Once
        type: ONETIME
        amountCents: 500
        currency: NZD
`;
const refusal = (wrong: string) => {
  try {
    readDeclarationFile('club.yaml', wrong);
  } catch (error) {
    if (error instanceof WrongFile) return error.message.split('\n');
  }
  return [];
};

test('a file declares a site', () => {
  expect(readDeclarationFile('club.yaml', text).declaration).toMatchObject({
    id: 'app_club',
    plans: [{ id: 'pln_club', prices: [{ amountCents: 500 }] }],
  });
});

describe('a file is refused', () => {
  test('with the line of every fault, the first one first', () => {
    const wrong = text.replace('amountCents: 500', 'amountCent: 500').replace('mode: live', 'mode: test');
    expect(refusal(`${wrong}colors: {}\n`)).toEqual([
      'club.yaml cannot be applied:',
      '  club.yaml:5  mode: this is one of live, sandbox',
      '  club.yaml:10  plans[0].prices[0].amountCents: this is missing',
      '  club.yaml:13  plans[0].prices[0].amountCent: there is no such setting; did you mean amountCents?',
      '  club.yaml:15  colors: this setting does not belong here',
    ]);
  });

  test('that is no YAML, with the line', () => {
    expect(refusal(`${text}name: Again\n`)).toEqual([
      'club.yaml cannot be applied:',
      '  club.yaml:15  Map keys must be unique',
    ]);
  });

  test.for(['', '# nothing\n', '- a\n', 'just words', '{}'])('that holds %j', (nothing) => {
    expect(refusal(nothing)[0]).toBe('club.yaml cannot be applied:');
  });

  test('for faults found while applying, with the file’s lines', () => {
    const { explain } = readDeclarationFile('club.yaml', text);
    const late = new WrongDeclaration([{ path: ['plans', 0, 'id'], message: 'pln_club belongs to another site' }]);
    expect(explain(late).message).toContain('club.yaml:7  plans[0].id: pln_club belongs to another site');
  });
});

describe('a site that is written as a file', () => {
  test.for(['app_enrolment', 'app_demo'])('%s reads the same, and names nothing that holds anyway', (id) => {
    const { declaration } = readShippedSites().find((site) => site.declaration.id === id)!;
    const written = writeDeclarationFile(declaration);
    expect(readDeclarationFile('written', written).declaration).toEqual(declaration);
    expect(written).not.toMatch(/null|\[\]|privateSignup/);
    expect(written).toMatch(/^id: /);
  });

  test('is written in linear time', async () => {
    const demo = readShippedSites().find((site) => site.declaration.id === 'app_demo')!.declaration;
    const withPlans = (count: number) => ({
      ...demo,
      plans: [...demo.plans, ...Array.from({ length: count }, (_, n) => ({ ...demo.plans[0]!, id: `pln_large${n}` }))],
    });
    const large = withPlans(300);
    expect(readDeclarationFile('written', writeDeclarationFile(large)).declaration).toEqual(large);
    const write = (count: number) => async () => writeDeclarationFile(withPlans(count));
    const [some, all] = await measureWork(3, [write(30), write(300)]);
    // Ten times the plans take a hundred times as long in quadratic time.
    expect(all! / some!).toBeLessThan(40);
  });

  test('keeps values that differ from their default, false and null too', () => {
    const site = parseDeclaration({ ...liveSite, isPaid: false, passwordMinLength: 15 });
    const written = writeDeclarationFile(site);
    expect(written).toContain('isPaid: false');
    expect(readDeclarationFile('written', written).declaration).toEqual(site);
  });
});

test('the shipped sites are complete', () => {
  const demo = readShippedSites().find(({ declaration }) => declaration.id === 'app_demo')!.declaration;
  expect(demo.plans.find(({ id }) => id === 'pln_demo_team')!.rules.team!.seats).toBeGreaterThanOrEqual(6);
  expect(demo.authProviders[0]).toMatchObject({ provider: 'local', issuer: '{appUrl}/dev/oidc', clientId: 'app_demo' });
  expect(demo.coupons[0]!.code).not.toBeNull();
  expect(demo.plans.some(({ prices }) => prices.some(({ rules }) => rules.trialDays !== null))).toBe(true);
  expect(demo.content.some(({ plans }) => plans.some(({ id }) => id === 'pln_demo_free'))).toBe(true);
  const enrolment = readShippedSites().find(({ declaration }) => declaration.id === 'app_enrolment')!.declaration;
  expect(enrolment.plans.map(({ rules }) => rules.restrictToAdmin)).toEqual([true]);
});

describe('a guide', () => {
  const rest = 'id: app_club\nname: Harbour Club\npublicKey: pk_sb_club\nmode: sandbox\n';
  const guides = ['sites', 'providers', 'webhooks', 'widget/first-site', 'widget/gating', 'widget/going-live'];

  test.each(guides)('shows settings of a site that can be applied: %s', (guide) => {
    const document = readFileSync(new URL(`../../../docs/${guide}.md`, import.meta.url), 'utf8');
    // Blocks of the list of settings in docs/sites.md belong together and are read below.
    const fences = guide === 'sites' ? /^( *)```yml\n(.*?)^ *```/gms : /^( *)```ya?ml\n(.*?)^ *```/gms;
    const blocks = [...document.matchAll(fences)].map(([, indent, lines]) =>
      lines!.replace(new RegExp(`^${indent}`, 'gm'), ''),
    );
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      const { declaration } = readDeclarationFile(guide, block.startsWith('id:') ? block : rest + block);
      expect(declaration).toMatchObject({ id: expect.stringMatching(/^app_/) });
    }
  });
});

describe('docs/sites.md', () => {
  const document = readFileSync(new URL('../../../docs/sites.md', import.meta.url), 'utf8');
  const blocks = [...document.matchAll(/```yaml\n(.*?)```/gs)].map((block) => block[1]);

  test('shows a file that can be applied', () => {
    const { declaration } = readDeclarationFile('sites.md', blocks.join(''));
    expect(declaration).toMatchObject({ id: 'app_club', plans: [{ id: 'pln_club_crew' }], isPaid: true });
  });

  test('names every setting there is', () => {
    const named = new Set(document.match(/\w+/g));
    expect(settingNames.filter((name) => !named.has(name))).toEqual([]);
  });

  test('gives the values that hold where none is given', () => {
    const shown = (block: string) => readDeclarationFile('sites.md', block).declaration;
    expect(shown(blocks[0]!)).toEqual(shown('id: app_club\nname: Harbour Club\npublicKey: pk_club\nmode: live\n'));
  });
});
