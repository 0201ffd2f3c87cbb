import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { partners, type PartnerCode } from '../../shared/partners.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { Portal, randomAddress } from '../../journeys/portal.ts';
import type { Screen } from './screen.ts';

/** CSS pixels of a phone, a tablet and a desktop. */
export const standardWidths = [360, 768, 1440];

/** Typical viewport heights of these devices. */
const heightOf = (width: number) => (width < 768 ? 740 : width < 1024 ? 1024 : 900);

interface Wish {
  browser: Browser;
  url: string;
  out: string;
  partner: PartnerCode;
  screens: readonly Screen[];
  /** Restricts the widths; undefined for each screen's own. */
  widths: readonly number[] | undefined;
}

/** @returns failures, a sentence each; a failed screen does not stop the others */
export async function takePartner(wish: Wish): Promise<string[]> {
  await mkdir(path.join(wish.out, wish.partner), { recursive: true });
  const faults: string[] = [];
  for (const screen of wish.screens) {
    const widths = widthsOf(screen, wish.widths);
    const fault = widths.length > 0 && (await faultOf(() => takeScreen(wish, screen, widths)));
    if (fault) faults.push(`${wish.partner} ${screen.name}: ${fault}`);
  }
  return faults;
}

/** The widths for a screen: the wished ones, unless its state exists at some widths only. */
function widthsOf({ widths }: Screen, wished: readonly number[] | undefined): readonly number[] {
  if (!widths) return wished ?? standardWidths;
  return wished ? widths.filter((width) => wished.includes(width)) : widths;
}

const tries = 3;

/** Retries, because a machine busy now may not be a minute later. @returns the reason if every attempt failed */
async function faultOf(act: () => Promise<void>): Promise<string | undefined> {
  let fault: string | undefined;
  for (let left = tries; left > 0; left--) {
    try {
      await act();
      return undefined;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
  }
  return fault;
}

/** Opens the screen once, with a new person, and takes a picture at every width. */
async function takeScreen({ browser, url, out, partner }: Wish, screen: Screen, widths: readonly number[]) {
  const { languageTag, timeZone } = partners[partner];
  const context = await browser.newContext({
    // Locale and time zone of the partner's country.
    locale: languageTag,
    timezoneId: timeZone,
    baseURL: url,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
    viewport: { width: widths.at(-1)!, height: heightOf(widths.at(-1)!) },
  });
  try {
    const page = await context.newPage();
    const portal = new Portal(page, context.request);
    portal.partner = partner;
    await comeTo(screen, portal);
    // The widest first: it is the viewport in which the state was reached.
    for (const width of widths.toReversed()) {
      // Forces a layout with late fonts; otherwise the picture is measured with one font and taken with another.
      await page.setViewportSize({ width: width - 1, height: heightOf(width) });
      await page.evaluate(async () => document.fonts.ready);
      await page.setViewportSize({ width, height: heightOf(width) });
      // After the resize another element would be under the pointer (hover).
      await page.mouse.move(0, 0);
      await comeToRest(page, screen);
      const file = path.join(out, partner, `${screen.name}-${width}.png`);
      await page.screenshot({ path: file, fullPage: !screen.isFold, animations: 'disabled' });
    }
  } finally {
    await context.close();
  }
}

async function comeTo({ as, before, page, act, isBusy }: Screen, portal: Portal): Promise<void> {
  await as?.(portal);
  await before?.(portal);
  if (page !== undefined) {
    await portal.open(portalPages[page].path);
    if (!isBusy) await expect(portal.page.locator('h1').first()).toBeVisible();
  }
  await act?.(portal);
  if (!isBusy) await portal.page.waitForLoadState('networkidle');
}

async function comeToRest(page: Page, screen: Screen): Promise<void> {
  if (!screen.isBusy) await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  await page.evaluate(async (isWhole) => {
    await document.fonts.ready;
    // Sticky bars belong at their initial position.
    if (isWhole) window.scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, !screen.isFold);
}
