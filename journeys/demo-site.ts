import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { buildPerson, cards, endOwnAnswers, getMail, randomAddress, type Mail, type Person } from './portal.ts';
import { openNetwork } from './visitors-network.ts';

/** Fixtures for the demonstration site with the widget, and its visitors. */

interface Fixtures {
  /** A visitor's view of the site. */
  site: DemoSite;
  /** Opens it as another visitor, on another computer. */
  arrive: () => Promise<DemoSite>;
}

/** Playwright's `test` with visitors of the demonstration site. */
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
        for (const page of context.pages()) await endOwnAnswers(page);
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

/** A visitor's view of the demonstration site, with actions and assertions. */
export class DemoSite {
  readonly page: Page;
  /** For calls outside the page. */
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
  /** Asserts that the text is not visible. */
  misses = (text: string | RegExp) => expect(this.page.getByText(text).filter({ visible: true })).toHaveCount(0);
  presses = (name: string, within: Page | Locator = this.page) =>
    within.getByRole('button', { name, exact: true }).click();
  follows = (name: string) => this.page.getByRole('main').getByRole('link', { name, exact: true }).click();

  /** Waits for the service's answer; leaving the page earlier would cancel the request. */
  async logsOut(): Promise<void> {
    await this.presses('Log out');
    await expect.poll(() => this.keeps('_ms-mid')).toBeNull();
  }

  /** Has the page hear of the member by its own calls alone, not by the look that it takes each half minute. */
  looksNoMore = (): Promise<unknown> =>
    this.page.route(
      ({ pathname }) => pathname === '/member',
      (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()),
    );

  /** Ends the session of the page on the service; the browser keeps its token. */
  async endsOnServer(): Promise<void> {
    const token = await this.keeps('_ms-mid');
    const answer = await this.request.post(`${process.env.INTAKE_URL}/member/logout`, {
      headers: {
        'x-api-key': 'pk_sb_demo',
        authorization: `Bearer ${token}`,
        origin: new URL(this.page.url()).origin,
      },
    });
    expect(answer.ok()).toBe(true);
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

  /** Signs up by the page's script API, which notifies the page as a form does. */
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

  /** A value in the page's storage. */
  keeps = (key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): Promise<string | null> =>
    this.page.evaluate(([place, name]) => window[place].getItem(name), [storage, key] as const);

  getMail = (email: string, subject: RegExp): Promise<Mail> => getMail(this.request, email, subject);

  async getCode(email: string, subject: RegExp): Promise<string> {
    const { text } = await this.getMail(email, subject);
    return /\b\d{6}\b/.exec(text)![0];
  }

  async isAccessible(): Promise<void> {
    expect(await findViolations(this.page)).toEqual([]);
  }
}

interface Client {
  signupMemberEmailPassword(signup: object): Promise<unknown>;
}

/** Confirms an irreversible action, whose second press has to follow within three seconds, even on a busy machine. */
export async function pressesTwice(within: Locator, name: string): Promise<void> {
  await expect(async () => {
    await within.getByRole('button', { name, exact: true }).click({ timeout: 2_000 });
    await within.getByRole('button', { name: 'Are you sure?' }).click({ timeout: 1_500 });
  }).toPass();
}
