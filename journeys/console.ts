import { test as base, expect, type Browser, type Locator, type Page } from '@playwright/test';
import { findUnreadableTexts, findViolations, switchScheme, untilStill } from './accessibility.ts';
import { takeCode, untilAnotherCode } from './authenticator.ts';
import { endOwnAnswers, randomAddress } from './portal.ts';

export { expect };

/** Accounts of the demonstration; their codes are at `/dev/authenticator`. */
export const accounts = {
  owner: 'owner@intake.example',
  admissions: 'admissions@intake.example',
  finance: 'finance@intake.example',
  builder: 'builder@intake.example',
  support: 'support@intake.example',
} as const;
const demonstrationPassword = 'amber-harbour-lantern';

/** Cookies and storage of somebody who is signed in. */
type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** A member of staff at the console. */
export class Console {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** @param path below `/console` */
  async open(path: string): Promise<void> {
    await this.page.goto(`/console${path}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async sees(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { name: heading }).first()).toBeVisible();
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .click();
  }

  /** Presses a key until the page has heard it: it listens a moment after its heading is drawn. */
  async opensByKey(key: string, opened: Locator): Promise<void> {
    await expect(async () => {
      if (!(await opened.isVisible())) await this.page.keyboard.press(key);
      await expect(opened).toBeVisible({ timeout: 3_000 });
    }).toPass();
  }

  /** Types address and password of an account. */
  async begins(email: string, password = demonstrationPassword): Promise<void> {
    await this.open('/sign-in');
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password);
    await this.presses('Go on');
  }

  /** Signs in with password and a code of the app. */
  async signsIn(email: string, password?: string): Promise<void> {
    await expect(async () => {
      // From the password each time: after a few wrong codes it is asked for again.
      await this.begins(email, password);
      await this.sees('One more step');
      await this.entersCode(email, 'Sign in');
    }).toPass(untilAnotherCode);
    await this.sees(/^Hello/);
  }

  /** Has an account prove who it is wherever the console asks for that. @param onProven the session has a new token then */
  async provesWhenAsked(email: string, onProven: () => Promise<void>): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Is it you?' });
    await this.page.addLocatorHandler(dialog, async () => {
      await expect(() => this.entersCode(email, 'Go on with the code')).toPass(untilAnotherCode);
      await onProven();
    });
  }

  /** Types a code of an account's app. @throws Error where both that it shows were used already */
  private async entersCode(email: string, button: string): Promise<void> {
    const code = await takeCode(this.page.request, email);
    const answered = this.page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/(second-factor|proof)$/.test(response.url()),
    );
    await this.page.getByLabel('Code').fill(code);
    await this.presses(button);
    if (!(await answered).ok()) throw new Error('a later code was used already');
  }

  async signsOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.sees('Sign in');
  }

  /** All rules in light, and in dark, which changes colours alone, the contrast of each style. */
  async isAccessible(): Promise<void> {
    const { page } = this;
    await untilStill(page);
    await switchScheme(page, 'dark');
    expect(await findUnreadableTexts(page), `${page.url()}, dark`).toEqual([]);
    await switchScheme(page, 'light');
    expect(await findViolations(page), `${page.url()}, light`).toEqual([]);
  }
}

/** Gives the page a device with a passkey store that says yes to everything (CDP's WebAuthn domain). */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Whose session a worker has: each account signs in once for each worker, since a code of the app works once. */
type StateOf = (account: keyof typeof accounts) => Promise<State>;

/** Journeys at the console. */
export const test = base.extend<
  { from: object; staff: Console; owner: Console },
  { stateOf: StateOf; ownerState: State }
>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs.
  from: async ({}, use) => use({ 'x-forwarded-for': randomAddress() }),
  extraHTTPHeaders: async ({ from }, use) => use(from as Record<string, string>),
  staff: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await use(new Console(page));
    await endOwnAnswers(page);
    expect(faults, 'no script fails').toEqual([]);
  },
  owner: async ({ staff, ownerState }, use) => {
    const context = staff.page.context();
    await context.addCookies(ownerState.cookies);
    // The session may have begun more than ten minutes before, in an earlier journey of this worker.
    await staff.provesWhenAsked(accounts.owner, async () => {
      ownerState.cookies = await context.cookies();
    });
    await use(staff);
  },
  stateOf: [
    async ({ browser }, use) => {
      const known = new Map<string, Promise<State>>();
      await use((account) => {
        const state = known.get(account) ?? signIn(browser, accounts[account]);
        known.set(account, state);
        return state;
      });
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  ownerState: [async ({ stateOf }, use) => use(await stateOf('owner')), { scope: 'worker', timeout: 200_000 }],
});

/** Signs an account in, in a browser of its own. @returns what it has then */
export async function signIn(browser: Browser, email: string): Promise<State> {
  const context = await browser.newContext({
    baseURL: process.env.INTAKE_URL,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  const staff = new Console(await context.newPage());
  await staff.signsIn(email);
  const state = await context.storageState();
  await context.close();
  return state;
}
