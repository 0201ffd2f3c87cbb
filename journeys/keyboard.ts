import { expect, type Locator, type Page } from '@playwright/test';

/** Presses of Tab after which something counts as out of reach. */
const mostStops = 80;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** A keyboard user. At every stop the focus must be visible (WCAG 2.4.7). */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses the key until the target has the focus. */
  async reaches(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
    // An element is there before its page's stylesheet, which draws the ring.
    await this.#page.waitForLoadState();
    await expect(target).toBeVisible();
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await isFocused(target)) return;
      await this.#page.keyboard.press(key);
      expect(await this.#page.evaluate(findFocusFault), 'the focus is seen').toBe('');
    }
    await expect(target, `reached with ${key}`).toBeFocused();
  }

  /**
   * Opens a page, and gets to its first stop by one Tab.
   *
   * @param open opens the page, anew where the key came before the browser had given the keyboard to the page, and was lost
   */
  async startsAt(first: Locator, open: () => Promise<unknown>): Promise<void> {
    await expect(async () => {
      await open();
      await this.#page.keyboard.press('Tab');
      await expect(first).toBeFocused({ timeout: 5_000 });
    }).toPass();
  }

  async presses(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.reaches(target);
    await this.#page.keyboard.press(key);
  }

  async types(target: Locator, text: string): Promise<void> {
    await this.reaches(target);
    await this.#page.keyboard.type(text);
  }

  /** Tabs through fields that are filled in one after the other, and asserts that none is jumped over. */
  async fillsIn(fields: readonly (readonly [Locator, string])[]): Promise<void> {
    for (const [place, [field, text]] of fields.entries()) {
      const later = fields.slice(place + 1).map(([each]) => each);
      for (let stops = 0; !(await isFocused(field)); stops += 1) {
        for (const each of later) expect(await isFocused(each), 'the focus goes from field to field').toBe(false);
        expect(stops, `${String(field)} comes soon`).toBeLessThan(mostStops);
        await this.#page.keyboard.press('Tab');
        expect(await this.#page.evaluate(findFocusFault), 'the focus is seen').toBe('');
      }
      await this.#page.keyboard.type(text);
    }
  }

  /** Tabs around once and asserts a focus trap. */
  async staysWithin(box: Locator): Promise<void> {
    // Until it is there, Tab goes on in the page behind it.
    await expect(box).toBeVisible();
    const stops = (await box.locator('a, button, input, select, textarea').count()) + 2;
    for (let stop = 0; stop < stops; stop += 1) {
      await this.#page.keyboard.press('Tab');
      // The browser's own bars are a stop too; the page does not know of it.
      const isInside = await box.evaluate(
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      );
      expect(isInside, 'the focus stays inside').toBe(true);
      expect(await this.#page.evaluate(findFocusFault), 'the focus is seen').toBe('');
    }
    // Back from the browser's bars: a page that has not the focus gives it to nothing.
    const isBack = () => box.evaluate((element) => document.hasFocus() && element.contains(document.activeElement));
    for (let stop = 0; stop < stops && !(await isBack()); stop += 1) await this.#page.keyboard.press('Tab');
  }
}

/** The reason why the focus is not visible; runs in the page. */
function findFocusFault(): string {
  const focused = document.activeElement;
  // The page or a dialog as a whole has it where the way around begins anew.
  if (!focused || focused.matches('html, body, dialog')) return '';
  // A card or a switch shows the focus of the button inside it.
  const shown = [focused, focused.closest('label')].filter((element) => element !== null);
  const rings = shown.flatMap((element) => [getComputedStyle(element), getComputedStyle(element, '::after')]);
  const name = focused.outerHTML.slice(0, 160);
  const isRinged = rings.some(({ outlineStyle, outlineWidth }) => outlineStyle === 'solid' && outlineWidth === '3px');
  if (!isRinged) return `no ring: ${name}`;
  const isInView = shown.some((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const parts = [0.1, 0.5, 0.9];
    return parts.some((across) =>
      parts.some((down) => {
        const above = document.elementFromPoint(left + width * across, top + height * down);
        return above !== null && (element.contains(above) || above.contains(element));
      }),
    );
  });
  return isInView ? '' : `out of sight: ${name}`;
}
