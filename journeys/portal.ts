import { randomBytes, randomInt } from 'node:crypto';
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
  type Response,
} from '@playwright/test';
import type { StudentMember } from '../contract/student-fields.ts';
import { findViolations, untilStill } from './accessibility.ts';

/** Test cards by what happens to a payment with them. */
export const cards = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
};

/** What a person enters to register. */
export interface Person {
  email: string;
  password: string;
}

const keyHeader = { 'x-api-key': 'pk_sb_enrolment' };

/** A random client address, so that each visitor has their own rate limits. */
export const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Ends what a journey answers itself: a request may still be on its way, and would fail with the end of the page. */
export async function endOwnAnswers(page: Page): Promise<void> {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** A visitor with a client address of their own, and the actions of journeys. */
export const test = base.extend<{ portal: Portal; from: { 'x-forwarded-for': string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs.
  from: async ({}, use) => use({ 'x-forwarded-for': randomAddress() }),
  extraHTTPHeaders: async ({ from }, use) => use(from),
  page: async ({ page }, use) => {
    // A prerendered page is visible before it is hydrated; wait, so that no press is lost.
    for (const open of ['goto', 'reload'] as const) {
      const act = page[open].bind(page) as (...args: unknown[]) => Promise<Response | null>;
      page[open] = async (...args: unknown[]) => {
        const answer = await act(...args);
        await untilTakenOver(page);
        return answer;
      };
    }
    await use(page);
    await endOwnAnswers(page);
  },
  portal: async ({ page, request }, use) => {
    const outside: string[] = [];
    const faults: string[] = [];
    page.on('request', (sent) => {
      if (!staysHere(sent.url())) outside.push(sent.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await use(new Portal(page, request));
    expect(outside, 'no request leaves the machine').toEqual([]);
    expect(faults, 'no script fails').toEqual([]);
  },
});

/** Waits for hydration of a prerendered page. */
const untilTakenOver = (page: Page) => expect(page.locator('#root[data-rendered]')).toHaveCount(0);

/** `chrome:` and `chrome-extension:` are files of the browser itself: a full Chromium's PDF viewer consists of them. */
const staysHere = (url: string) =>
  /^(blob|data|chrome|chrome-extension):/.test(url) || new URL(url).hostname === 'localhost';

export { expect };

/** A visitor's view of the portal, with actions and assertions. */
export class Portal {
  readonly page: Page;
  readonly request: APIRequestContext;
  partner = 'uts';

  constructor(page: Page, request: APIRequestContext) {
    this.page = page;
    this.request = request;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`/${this.partner}/${path}`);
    await untilTakenOver(this.page);
  }

  /** The path under the partner that the browser shows. */
  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/${this.partner}/${path}([?#].*)?$`));
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .click();
  }

  async follows(name: string | RegExp): Promise<void> {
    await this.page
      .getByRole('link', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()
      .click();
  }

  async types(label: string | RegExp, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: label }).fill(text);
  }

  /** Checks a rare state within a journey; `accessibility.journey.ts` checks all others. */
  async isAccessible(): Promise<void> {
    await untilStill(this.page);
    expect(await findViolations(this.page)).toEqual([]);
  }

  async registers(person: Person = buildPerson()): Promise<Person> {
    await this.open('register');
    await this.types('First name', 'Ana');
    await this.types('Last name', 'Silva');
    await this.types('Email', person.email);
    await this.types(/^Password/, person.password);
    await this.types('Confirm password', person.password);
    await this.page.getByRole('checkbox').check();
    await this.presses('Create Account');
    await this.isAt('eligibility');
    return person;
  }

  async logsIn({ email, password }: Person): Promise<void> {
    await this.open('login');
    await this.types('Email', email);
    await this.types(/^Password/, password);
    await this.presses('Log In');
  }

  async answersEligibility(level: string, course = 'Cyber Security'): Promise<void> {
    await this.types('Phone', '+64 21 555 0100');
    await this.presses('Continue');
    await this.page.getByRole('radio', { name: new RegExp(`^${course}`) }).click();
    await this.page.getByRole('radio', { name: new RegExp(`^${level}`) }).check();
    await this.presses('Check Eligibility');
  }

  /** Registered and pre-approved through the same calls the pages make, for journeys that begin later. */
  async arrivesPreapproved(): Promise<Person> {
    const person = await this.signsUp();
    await this.isPreapproved();
    return person;
  }

  async signsUp(): Promise<Person> {
    const person = buildPerson();
    await this.calls('/auth/signup', { ...person, customFields: { 'first-name': 'Ana', 'last-name': 'Silva' } });
    return person;
  }

  async isPreapproved(): Promise<void> {
    await this.calls('/enrolment/eligibility', {
      firstName: 'Ana',
      lastName: 'Silva',
      phone: '+64 21 555 0100',
      course: 'cyber',
      educationLevel: 'level7',
    });
  }

  /** The address proved by the mailed link, in the browser the account was made in. */
  async provesAddress({ email }: Person): Promise<void> {
    const { text } = await this.getMail(email, /Confirm your email address$/);
    const { origin } = new URL(process.env.INTAKE_URL!);
    const form = { token: /token=([\w-]+)/.exec(text)![1]! };
    await expectOk(this.page.context().request.post('/account/verify-email', { headers: { origin }, form }));
  }

  /** Calls the API outside the page, like another device. */
  async calls(path: string, data: object): Promise<void> {
    const { origin } = new URL(process.env.INTAKE_URL!);
    const headers = { ...keyHeader, origin, 'x-session-transport': 'cookie' };
    await expectOk(this.page.context().request.post(path, { headers, data }));
  }

  async choosesCourse(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
    await this.sees('Step 2 of 3');
  }

  /** The first full-time cohort that can be chosen, or the part-time one whose row says this. */
  async choosesCohort(row?: RegExp): Promise<void> {
    if (row) await this.page.getByRole('tab', { name: /Part-time/ }).click();
    const radios = this.page.getByRole('radio', row ? { name: row } : {});
    await radios.locator('visible=true').and(this.page.locator(':enabled')).first().check();
    await this.presses('Continue to Payment');
    await this.sees('Step 3 of 3');
  }

  async goesToPay(option: 'full' | 'deposit'): Promise<void> {
    const panel = this.page
      .getByRole('region', { name: option === 'full' ? /full/i : /deposit/i })
      .or(this.page.getByRole('group', { name: option === 'full' ? /full/i : /deposit/i }));
    await panel.first().getByRole('checkbox').check();
    await this.page
      .getByRole('button', { name: option === 'full' ? 'Pay NZ$12,375 in full' : 'Pay NZ$500 deposit' })
      .filter({ visible: true })
      .first()
      .click();
    await expect(this.page).toHaveURL(/\/dev\/card\/pay\//);
  }

  /** On the hosted card page. */
  async paysWith(card: string): Promise<void> {
    await this.page.getByLabel(/card number/i).fill(card);
    await this.page.getByLabel(/expir/i).fill('12 / 34');
    await this.page.getByLabel(/cvc|security code/i).fill('123');
    await this.page.getByLabel(/name/i).fill('Ana Silva');
    await this.page.getByRole('button', { name: /^Pay/ }).click();
  }

  getMail = (email: string, subject: RegExp, text?: RegExp): Promise<Mail> =>
    getMail(this.request, email, subject, text);

  /** The signed-in member's record. */
  async readMember(): Promise<StudentMember> {
    const answer = await this.page.context().request.get('/member', { headers: keyHeader });
    return (await answer.json()).data;
  }
}

/** A mail as the development mailbox lists it. */
export interface Mail {
  subject: string;
  text: string;
}

/** Waits for the newest mail to an address with this subject and text. A mailbox gets at most one mail in 30 s. */
export async function getMail(request: APIRequestContext, email: string, subject: RegExp, text = /^/): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as Mail[];
    found = mails.find((mail) => subject.test(mail.subject) && text.test(mail.text));
    expect(found).toBeDefined();
  }).toPass({ timeout: 120_000 });
  return found!;
}

async function expectOk(answer: Promise<{ ok(): boolean; status(): number; text(): Promise<string> }>): Promise<void> {
  const got = await answer;
  expect(got.ok(), `${got.status()} ${await got.text()}`).toBe(true);
}

/** A new person with a unique address. */
export const buildPerson = (): Person => ({
  email: `ana-${randomBytes(6).toString('hex')}@example.org`,
  password: `Kowhai-${randomBytes(5).toString('hex')}`,
});

/** Another person on another computer. */
export async function anotherPerson(context: BrowserContext, request: APIRequestContext): Promise<Portal> {
  const other = await context.browser()!.newContext({
    baseURL: process.env.INTAKE_URL,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  return new Portal(await other.newPage(), request);
}

/** Makes the service require a recent proof once, at once instead of ten minutes after log-in. */
export const asksForProofOnce = (page: Page, calls: string): Promise<unknown> =>
  page.route(
    calls,
    (route) =>
      route.fulfill({
        status: 403,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 'recent-login-required', message: 'Please log in again to make this change.' } },
      }),
    { times: 1 },
  );

/** Has the next call to these addresses made, and its answer lost on the way to the page. */
export const losesTheAnswer = (page: Page, calls: string): Promise<unknown> =>
  page.route(
    calls,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Holds the page's sendings to these addresses back. @returns lets them go on */
export async function holdsBack(page: Page, calls: string): Promise<() => void> {
  let letPass = () => {};
  const held = new Promise<void>((resolve) => (letPass = resolve));
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.fallback();
  });
  return letPass;
}
