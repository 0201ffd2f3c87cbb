// Text styles per theme, for contrast checks. Styles are deduplicated by colour, size and backgrounds, so that a
// hundred pages have a few dozen. The functions run in a page.

/** One background under a text: of the page, a card, a badge. */
interface Ground {
  backgroundColor: string;
  backgroundImage: string;
  opacity: string;
}

interface Letters {
  color: string;
  fontSize: string;
  fontWeight: string;
}

/** A text style, for a contrast check. */
export interface Look {
  /** Key for deduplication. */
  key: string;
  /** Theme and place of its first occurrence. */
  met: string;
  letters: Letters;
  /** From the page up to the text. */
  grounds: Ground[];
}

/** The looks of every visible text in each theme. The pages know a theme by the class of `html`. */
export function collectLooks(themes: readonly string[]): Look[] {
  const own = document.documentElement.className;
  const still = new CSSStyleSheet();
  // Without transitions, so that a theme's colours apply at once.
  still.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  // An open dialog of the widget has the page below it.
  const within = document.querySelector('intake-modal')?.shadowRoot ?? document.body;
  const texts = [...within.querySelectorAll('*')].filter((element) => hasText(element) && element.checkVisibility());
  const looks = new Map<string, Look>();
  for (const theme of themes) {
    document.documentElement.className = theme;
    const known = new Map<Element, Ground[]>();
    for (const text of texts) {
      const { color, fontSize, fontWeight } = getComputedStyle(text);
      const letters = { color, fontSize, fontWeight };
      const grounds = groundsOf(text, known);
      const key = JSON.stringify([letters, grounds]);
      if (!looks.has(key)) looks.set(key, { key, met: `${theme}: ${text.outerHTML.slice(0, 120)}`, letters, grounds });
    }
  }
  document.documentElement.className = own;
  document.adoptedStyleSheets.pop();
  return [...looks.values()];

  function hasText(element: Element): boolean {
    if (element.matches('input, select, textarea')) return !element.matches('[type=checkbox]');
    // WCAG 1.4.3 exempts disabled controls.
    if (element.closest(':disabled, [aria-disabled=true]')) return false;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }

  function groundsOf(element: Element, known: Map<Element, Ground[]>): Ground[] {
    const found = known.get(element);
    if (found) return found;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const below = element.parentElement ? groundsOf(element.parentElement, known) : [];
    const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
    const grounds = isPlain ? below : [...below, { backgroundColor, backgroundImage, opacity }];
    known.set(element, grounds);
    return grounds;
  }
}

/** Renders a line in each style on an empty page, in place of what was rendered before. */
export function layOut(looks: readonly Look[]): void {
  document.body.replaceChildren();
  for (const { met, letters, grounds } of looks) {
    let ground: HTMLElement = document.body;
    for (const paint of grounds) {
      const next = document.createElement('div');
      Object.assign(next.style, paint);
      ground.append(next);
      ground = next;
    }
    const line = document.createElement('span');
    Object.assign(line.style, letters);
    line.title = met;
    line.textContent = 'Text';
    ground.append(line);
  }
}
