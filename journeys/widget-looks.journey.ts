import type { Locator, Page } from '@playwright/test';
import { findUnreadableTexts } from './accessibility.ts';
import { expect, test, type DemoSite } from './demo-site.ts';

/** What a site says of the looks of its dialogs, and what they look like whatever it says. */

interface Intake {
  openModal(type: string, params: object): Promise<unknown>;
  hideModal(): void;
  getApp(): Promise<{ data: App }>;
}
interface App {
  branding: object;
}

declare global {
  interface Window {
    Intake?: object;
  }
}

const white = 'rgb(255, 255, 255)';
const ownDark = 'rgb(28, 32, 37)';
const ownInk = 'rgb(27, 31, 36)';
/** Every colour a site may name. */
const club = {
  lightMode: {
    background: '#fff8ec',
    text: '#2b2118',
    titles: '#7a2e0e',
    subtitles: '#6b5644',
    links: '#8a3a10',
    primaryButton: '#b4491a',
    primaryButtonText: '#fff8ec',
    secondaryButton: '#f3e3cc',
    borderColor: '#9c8465',
    errorBackground: '#fbe0dc',
    shadowColor: '#7a2e0e',
  },
  darkMode: {
    background: '#1d1712',
    text: '#f5ead9',
    titles: '#ffb786',
    subtitles: '#cdb79c',
    links: '#ffb786',
    primaryButton: '#ff9a5c',
    secondaryButton: '#33281e',
    borderColor: '#9c8465',
    errorBackground: '#4a1a14',
  },
};
/** Nothing of it can be told from anything else. */
const pale = Object.fromEntries(Object.keys(club.lightMode).map((name) => [name, '#fff6d6']));

async function startsAt(site: DemoSite): Promise<void> {
  await site.opens('/');
  await site.page.waitForFunction(() => 'Intake' in window);
}

/** Opens a dialog of the site as it is, but for what is said here. */
async function opens({ page }: DemoSite, type: string, branding: object, more: object = {}): Promise<Locator> {
  await page.evaluate(
    async ([name, look, rest]) => {
      const { hideModal, getApp, openModal } = window.Intake as Intake;
      hideModal();
      const { data } = await getApp();
      const app = { ...data, ...rest, branding: { ...data.branding, ...look } };
      openModal(name, { app }).catch(() => undefined);
    },
    [type, branding, more] as const,
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  // A first look, which has a cross too, waits in its button until the dialog takes its place.
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
  return dialog;
}

const shownLogo = (dialog: Locator) =>
  dialog.locator('.ms-modal__logo').evaluate((logo: HTMLImageElement) => logo.currentSrc.replace(location.origin, ''));
const ground = (dialog: Locator, colour: string) => expect(dialog).toHaveCSS('background-color', colour);

test('a light site stays light under a dark system, and a dark one dark under a light one', async ({ site }) => {
  const { page } = site;
  await page.emulateMedia({ colorScheme: 'dark' });
  await startsAt(site);
  const dialog = await opens(site, 'LOGIN', {});
  await ground(dialog, white);
  await expect(dialog).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ colorScheme: 'light' });
  await opens(site, 'LOGIN', { logo: '/mark.svg', logoDark: '/drawing.svg', appearance: 'dark' });
  await ground(dialog, ownDark);
  await expect.poll(() => shownLogo(dialog)).toBe('/drawing.svg');
});

test('a site that says so follows the system while a dialog is open, with its second logo', async ({ site }) => {
  const { page } = site;
  await startsAt(site);
  const dialog = await opens(site, 'LOGIN', { logo: '/mark.svg', logoDark: '/drawing.svg', appearance: 'auto' });
  await ground(dialog, white);
  await expect.poll(() => shownLogo(dialog)).toBe('/mark.svg');
  await page.emulateMedia({ colorScheme: 'dark' });
  await ground(dialog, ownDark);
  await expect.poll(() => shownLogo(dialog)).toBe('/drawing.svg');
  await opens(site, 'LOGIN', { logo: '/mark.svg', appearance: 'auto' });
  await ground(dialog, ownDark);
  await expect(dialog.locator('.ms-modal__logo'), 'the only logo has light paper').toHaveCSS('background-color', white);
});

test('every colour of a site is used, in both sets', async ({ site }) => {
  const { page } = site;
  await startsAt(site);
  for (const [colorScheme, set] of [
    ['light', club.lightMode],
    ['dark', club.darkMode],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const dialog = await opens(site, 'LOGIN', { appearance: 'auto', colors: club });
    await dialog.getByLabel('Email Address').fill('nobody@example.org');
    await dialog.getByRole('textbox', { name: 'Password' }).fill('certainly wrong');
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    const wanted: [Locator, string, string][] = [
      [dialog, 'background-color', set.background],
      [dialog, 'color', set.text],
      [dialog.getByRole('heading'), 'color', set.titles],
      [dialog.getByText('Secured by Intake'), 'color', set.subtitles],
      [dialog.getByRole('button', { name: 'Forgot Password?' }), 'color', set.links],
      [dialog.getByRole('button', { name: 'Log in', exact: true }), 'background-color', set.primaryButton],
      [dialog.getByRole('button', { name: /^Continue/ }), 'background-color', set.secondaryButton],
      [dialog.getByLabel('Email Address'), 'border-top-color', set.borderColor],
      [dialog.getByRole('alert'), 'background-color', set.errorBackground],
    ];
    for (const [element, property, colour] of wanted) await expect(element).toHaveCSS(property, rgb(colour));
    await expect(dialog).toHaveCSS(
      'box-shadow',
      colorScheme === 'light' ? /color\(srgb 0\.47\d* 0\.18\d* 0\.05\d* \/ 0\.3\)/ : /./,
    );
  }
});

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

test('every text of a dialog can be read in light and dark, whatever colours a site names', async ({ site }) => {
  const { page } = site;
  await startsAt(site);
  const looks = {
    'no colours': {},
    'all colours': { colors: club },
    'colours that cannot be told apart': { colors: { lightMode: pale, darkMode: pale } },
    'dark paper by day, light paper by night': {
      colors: { lightMode: { background: '#111' }, darkMode: { background: '#fff' } },
    },
  };
  const faults: string[] = [];
  for (const [name, look] of Object.entries(looks))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const type of ['LOGIN', 'SIGNUP', 'FORGOT_PASSWORD']) {
        const dialog = await opens(site, type, { ...look, appearance: 'auto' });
        const email = dialog.getByLabel('Email Address');
        await email.fill('nobody');
        await email.press('Enter');
        await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
        faults.push(...(await findUnreadableTexts(page)).map((fault) => `${name}, ${colorScheme}, ${type}: ${fault}`));
      }
    }
  expect(faults).toEqual([]);
  // So that it would be noticed.
  await page.addStyleTag({ content: 'intake-modal::part(ms-modal__badge) { color: #888 }' });
  expect(await findUnreadableTexts(page)).toEqual([expect.stringContaining('color-contrast')]);
});

test('the focus has the colour of the main button where that stands out, else that of the text', async ({ site }) => {
  await startsAt(site);
  for (const [primaryButton, shown] of [
    ['#1E5C41', 'rgb(30, 92, 65)'],
    ['#FFE600', ownInk],
  ]) {
    const dialog = await opens(site, 'LOGIN', { colors: { lightMode: { primaryButton } } });
    const email = dialog.getByLabel('Email Address');
    await expect(email).toBeFocused();
    await expect(email).toHaveCSS('outline', `${shown} solid 2px`);
    await email.press('Tab');
    await expect(dialog.getByRole('textbox', { name: 'Password' })).toHaveCSS('outline', `${shown} solid 2px`);
  }
});

test('sign-up with six fields fits a small laptop, the title and the cross on one line', async ({ site }) => {
  const { page } = site;
  await page.setViewportSize({ width: 1280, height: 800 });
  await startsAt(site);
  const heights: number[] = [];
  for (const density of ['comfortable', 'compact']) {
    const dialog = await opens(site, 'SIGNUP', { density });
    await expect(dialog.getByRole('textbox')).toHaveCount(5);
    expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    heights.push((await dialog.boundingBox())!.height);
    const title = (await dialog.getByRole('heading').boundingBox())!;
    const cross = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!;
    expect(Math.abs(title.y + title.height / 2 - cross.y - cross.height / 2)).toBeLessThanOrEqual(1);
    expect(cross.x).toBeGreaterThan(title.x + title.width - 1);
    expect(await smallestTarget(dialog)).toBeGreaterThanOrEqual(24);
  }
  expect(heights[1]!).toBeLessThan(heights[0]!);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const dialog = await opens(site, 'SIGNUP', { density: 'compact' });
  await expect.poll(() => smallestTarget(dialog), 'by a finger').toBeGreaterThanOrEqual(44);
});

test('a site chooses the size of letters, corners, borders and shadows', async ({ site }) => {
  await startsAt(site);
  const style = {
    fontSize: 'LARGE',
    componentCorners: 'ROUND',
    buttonCorners: 'SHARP',
    componentBorders: 'NONE',
    buttonBorders: 'THICK',
    componentShadows: 'SMALL',
    buttonShadows: 'NONE',
  };
  const dialog = await opens(site, 'LOGIN', { style });
  const button = dialog.getByRole('button', { name: 'Log in', exact: true });
  const field = dialog.getByRole('textbox', { name: 'Password' });
  await expect(dialog).toHaveCSS('font-size', '17px');
  await expect(dialog).toHaveCSS('border-radius', '28px');
  await expect(dialog).toHaveCSS('box-shadow', /0px 6px 20px/);
  await expect(button).toHaveCSS('border-radius', '0px');
  await expect(button).toHaveCSS('border-width', '2px');
  await expect(button).toHaveCSS('box-shadow', /0px 0px 0px 0px$/);
  await expect(field).toHaveCSS('border-radius', '16px');
  // Without a border it stands on a tint, with a line below it.
  await expect(field).not.toHaveCSS('background-color', white);
  await expect(field).toHaveCSS('border-color', /^rgba\(0, 0, 0, 0\) rgba\(0, 0, 0, 0\) (?!rgba\(0, 0, 0, 0\))/);
  expect(await findUnreadableTexts(site.page)).toEqual([]);
  const plain = await opens(site, 'LOGIN', {});
  await expect(plain).toHaveCSS('font-size', '15px');
  await expect(plain).toHaveCSS('border-radius', '14px');
});

/** The least height of what can be pressed or written into; of a box to tick with its label. */
const smallestTarget = (dialog: Locator) =>
  dialog
    .locator('button, a, label:has(input), input:not([type=checkbox], [tabindex="-1"])')
    .evaluateAll((all) => Math.min(...all.map((each) => Math.round(each.getBoundingClientRect().height))));

test('a dialog with more below has a shade at its lower edge, until the end is reached', async ({ site }) => {
  const { page } = site;
  await page.setViewportSize({ width: 1280, height: 500 });
  await startsAt(site);
  const dialog = await opens(site, 'SIGNUP', {});
  expect(await isPlainAtEdge(page, dialog)).toBe(false);
  await dialog.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect.poll(() => isPlainAtEdge(page, dialog)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => isPlainAtEdge(page, dialog)).toBe(true);
});

/** Whether the dialog's lower edge, left of its fields, looks as its paper does at the upper one. */
async function isPlainAtEdge(page: Page, dialog: Locator): Promise<boolean> {
  const { x, y, height } = (await dialog.boundingBox())!;
  const shoot = (top: number) => page.screenshot({ clip: { x: x + 16, y: top, width: 4, height: 4 } });
  return (await shoot(y + height - 6)).equals(await shoot(y + 12));
}

test('providers have signs, which a site without providers never fetches', async ({ site }) => {
  const { page } = site;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await startsAt(site);
  const marks = () => fetched.filter((path) => /\/mark-/.test(path));
  const dialog = await opens(site, 'LOGIN', {}, { authProviders: [] });
  await page.waitForLoadState('networkidle');
  expect(marks()).toEqual([]);
  const offer = (...names: string[]) => ({
    authProviders: names.map((name, order) => ({ provider: name.toLowerCase(), name, icon: null, order })),
  });
  await opens(site, 'LOGIN', {}, offer('Google', 'Club'));
  for (const name of ['Google', 'Club']) {
    const button = dialog.getByRole('button', { name: `Continue with ${name}` });
    await expect(button).toHaveText(`Continue with ${name}`);
    await expect(button.locator('svg[aria-hidden=true]')).toBeVisible();
  }
  expect(marks()).toHaveLength(1);
  // Four and more stand beside one another, and are named in full all the same.
  await opens(site, 'LOGIN', {}, offer('Google', 'Microsoft', 'Apple', 'GitHub'));
  await expect(dialog.getByRole('button', { name: 'Continue with GitHub' })).toHaveText('GitHub');
  await site.isAccessible();
});
