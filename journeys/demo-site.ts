import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { buildPerson, cards, getMail, randomAddress, type Mail, type Person } from './portal.ts';
import { openNetwork } from './visitors-network.ts';

/** The site of somebody else with the widget in it, and people who open it. */

interface Fixtures {
  /** Somebody in front of the site. */
  site: DemoSite;
  /** Lets somebody else open it, on another computer. */
  arrive: () => Promise<DemoSite>;
}

export const test = base.extend<Fixtures>({
  arrive: async ({ browser, request }, use) => {
    const faults: string[] = [];
    const refused: string[][] = [];
    const leaving: (() => Promise<void>)[] = [];
    await use(async () => {
      const network = await openNetwork(randomAddress());
      const context = await browser.newContext({ baseURL: process.env.INTAKE_DEMO_URL, proxy: network.proxy });
      refused.push(network.refused);
      leaving.push(async () => {
        await context.close();
        network.close();
      });
      context.on('weberror', (fault) => faults.push(fault.error().message));
      context.on('console', (line) => {
        const isOnSite = line.page()?.url().startsWith(process.env.INTAKE_DEMO_URL!);
        if (isOnSite && line.text().includes('Content Security Policy')) faults.push(line.text());
      });
      return new DemoSite(await context.newPage(), request);
    });
    for (const leave of leaving) await leave();
    expect(refused.flat(), 'no request leaves the machine').toEqual([]);
    expect(faults, 'no script fails').toEqual([]);
  },
  site: async ({ arrive }, use) => use(await arrive()),
});
export { expect };

export class DemoSite {
  readonly page: Page;
  /** For calls that are nobody's in front of the page. */
  readonly request: APIRequestContext;

  constructor(page: Page, request: APIRequestContext) {
    this.page = page;
    this.request = request;
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(new URL(path, process.env.INTAKE_DEMO_URL).href);
  }

  sees = (text: string | RegExp) => expect(this.page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  /** Not in the page at all, or out of sight. */
  misses = (text: string | RegExp) => expect(this.page.getByText(text).filter({ visible: true })).toHaveCount(0);
  presses = (name: string, within: Page | Locator = this.page) =>
    within.getByRole('button', { name, exact: true }).click();
  follows = (name: string) => this.page.getByRole('main').getByRole('link', { name, exact: true }).click();

  /** Until the service has said so; a page that is left before that has not. */
  async logsOut(): Promise<void> {
    await this.presses('Log out');
    await expect.poll(() => this.keeps('_ms-mid')).toBeNull();
  }

  /** A form of the page by the kind its author gave it. */
  form = (kind: string): Locator => this.page.locator(`form[data-ms-form="${kind}"]`);

  async fills(kind: string, values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await this.form(kind).locator(`[data-ms-member="${name}"]`).fill(value);
  }

  async sends(kind: string): Promise<void> {
    await this.form(kind).locator('[type=submit]').click();
  }

  /** As a script of the page does it; the page learns of it as it does of a form. */
  async signsUp(plan?: string): Promise<Person> {
    const person = buildPerson();
    if (this.page.url() === 'about:blank') await this.opens('/upgrade');
    await this.page.waitForFunction(() => 'Intake' in window);
    await this.page.evaluate(
      ([given, planId]) => {
        const { signupMemberEmailPassword } = (window as unknown as { Intake: Client }).Intake;
        return signupMemberEmailPassword({
          ...given,
          customFields: { 'first-name': 'Ana' },
          plans: planId ? [{ planId }] : [],
        }).then(() => undefined);
      },
      [person, plan] as const,
    );
    return person;
  }

  /** On the card provider's page, to which a price has led. */
  async pays(): Promise<void> {
    await expect(this.page).toHaveURL(/\/dev\/card\/pay\//);
    await this.page.getByLabel('Card number').fill(cards.success);
    await this.page.getByLabel('Expiry date').fill('12 / 34');
    await this.page.getByLabel('Security code').fill('123');
    await this.page.getByLabel('Name on card').fill('Ana Silva');
    await this.page.getByRole('button', { name: /^(Pay|Subscribe|Start trial)/ }).click();
  }

  /** Goes through a provider's window, which whatever is done here opens. */
  async passesProvider(opens: () => Promise<void>, email: string): Promise<void> {
    const opened = this.page.waitForEvent('popup');
    await opens();
    const window = await opened;
    const closed = window.waitForEvent('close');
    await window.getByLabel('Email address').fill(email);
    await window.getByRole('button', { name: 'Continue' }).click();
    await closed;
  }

  /** What the page keeps. */
  keeps = (key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): Promise<string | null> =>
    this.page.evaluate(([place, name]) => window[place].getItem(name), [storage, key] as const);

  getMail = (email: string, subject: RegExp): Promise<Mail> => getMail(this.request, email, subject);

  async getCode(email: string, subject: RegExp): Promise<string> {
    const { text } = await this.getMail(email, subject);
    return /\b\d{6}\b/.exec(text)![0];
  }

  async isAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }
}

interface Client {
  signupMemberEmailPassword(signup: object): Promise<unknown>;
}

/** What cannot be undone: the second press has to follow within three seconds, however busy the machine is. */
export async function pressesTwice(within: Locator, name: string): Promise<void> {
  await expect(async () => {
    await within.getByRole('button', { name, exact: true }).click({ timeout: 2_000 });
    await within.getByRole('button', { name: 'Are you sure?' }).click({ timeout: 1_500 });
  }).toPass();
}
