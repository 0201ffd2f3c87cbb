import { create } from '../page/dom.ts';
import type { Entry } from './state.ts';
import type { Point, Rect, Size } from './x-ray-labels.ts';
import type { Overlays } from './x-ray-overlays.ts';
import type { Asked } from './x-ray-presses.ts';

/** One outline: an overlay that lies where an element of the page lies, with a label. It is there while it can be seen. */

/** The worst first. */
const kinds = ['error', 'warning', 'found'] as const;
type Kind = (typeof kinds)[number];

/** @returns undefined for what is about nothing that can be seen */
export const kindOf = ({ type }: Entry): Kind | undefined => kinds.find((kind) => kind === type);
/** What is asked for is shown before anything else, then the worst. */
export const rankOf = ({ isAsked, kind }: Outline): number => (isAsked ? -1 : kinds.indexOf(kind));

/** What an element counts as that has no place of its own among the layers of its page. */
const usualLayer = 50;
const above: Record<Kind, number> = { found: 1, warning: 2, error: 3 };
/** Labels are to be read whatever is outlined beside them. */
const aboveAll = 4;

/** How an element is at a moment. */
interface Look extends Rect {
  zIndex: string;
}

/** Longest message beside an element, in characters. */
const shownLength = 300;

export class Outline {
  readonly element: Element;
  entries: readonly Entry[];
  /** How the element was when this was drawn last; undefined where nothing is seen of it. */
  drawn: Look | undefined;
  /** What its label took up when it was measured last; undefined as long as it has not been laid out. */
  labelSize: Size | undefined;
  /** Under the pointer or chosen: its label lists every finding then, not the problems alone. */
  isAsked = false;
  readonly #overlays: Record<'boxes' | 'labels', Overlays>;
  #box: HTMLElement | undefined;
  #label: HTMLElement | undefined;

  constructor(overlays: Record<'boxes' | 'labels', Overlays>, element: Element, entries: readonly Entry[]) {
    this.#overlays = overlays;
    this.element = element;
    this.entries = entries;
  }

  get hasLabel(): boolean {
    return this.isAsked || this.kind !== 'found';
  }

  get kind(): Kind {
    return kinds.find((kind) => this.entries.some(({ type }) => type === kind)) ?? 'found';
  }

  tell(entries: readonly Entry[]): void {
    const isSame = entries.length === this.entries.length && entries.every((each, at) => each === this.entries[at]);
    this.entries = entries;
    if (!isSame) this.erase();
  }

  /** Reads, and writes nothing. @returns undefined where nothing is seen of the element */
  look(): Look | undefined {
    if (!isShown.call(this.element, { visibilityProperty: true })) return undefined;
    const { x, y, width, height } = rectOf.call(this.element);
    return width > 0 || height > 0 ? { x, y, width, height, zIndex: getComputedStyle(this.element).zIndex } : undefined;
  }

  /** Reads, and writes nothing. */
  measureLabel(): void {
    const label = this.#label;
    this.labelSize = label && { width: label.offsetWidth, height: label.offsetHeight };
  }

  /** @returns whether the label takes up another room now than it did */
  draw(now: Look | undefined, isAsked: boolean): boolean {
    const isNew = isAsked !== this.isAsked || !this.#box;
    const hasMoved = !isSameLook(this.drawn, now);
    this.isAsked = isAsked;
    if (!now) {
      this.erase();
      return false;
    }
    this.drawn = now;
    if (isNew) this.#build();
    if (isNew || hasMoved) this.#lay(now);
    return isNew;
  }

  #lay({ x, y, width, height, zIndex }: Look): void {
    const layer = zIndex === 'auto' ? usualLayer : Number(zIndex);
    const { style } = this.#box!;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    style.zIndex = String(layer + above[this.kind]);
    if (this.#label) this.#label.style.zIndex = String(layer + aboveAll);
  }

  /** @param at in the window; undefined takes the label out of sight */
  layLabel(at: Point | undefined): void {
    if (!this.#label) return;
    this.#label.classList.toggle('shown', at !== undefined);
    if (at) this.#label.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  /** @returns the worst finding; undefined where nothing is drawn */
  asked(): Asked | undefined {
    const [worst] = this.entries;
    return worst && this.drawn && { key: worst.key, around: this.drawn };
  }

  erase(): void {
    if (this.#box) this.#overlays.boxes.giveBack(this.#box);
    if (this.#label) this.#overlays.labels.giveBack(this.#label);
    this.#box = this.#label = this.drawn = this.labelSize = undefined;
  }

  #build(): void {
    const { boxes, labels } = this.#overlays;
    this.#box ??= boxes.take();
    this.#box.dataset['xRay'] = this.kind;
    this.#box.classList.toggle('asked', this.isAsked);
    if (this.#label) labels.giveBack(this.#label);
    this.#label = this.hasLabel ? labels.take() : undefined;
    if (!this.#label) return;
    this.#label.dataset['kind'] = this.kind;
    this.#label.append(...this.#lines());
  }

  /** What is right is listed only under the pointer, or when chosen. */
  #lines(): HTMLElement[] {
    const said = this.entries.filter((entry) => this.isAsked || kindOf(entry) !== 'found');
    const lines = said.map((entry) => {
      const line = part(cut(entry.message));
      line.setAttribute('role', 'tooltip');
      line.dataset['finding'] = entry.id;
      return line;
    });
    return this.isAsked ? [...lines, hint()] : lines;
  }
}

export const isSameLook = (one: Look | undefined, other: Look | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height &&
    one.zIndex === other.zIndex);

const cut = (message: string): string => (message.length > shownLength ? `${message.slice(0, shownLength)}…` : message);

/** Text stays text, whatever stands in it. */
function part(text: string): HTMLElement {
  const element = create('div');
  element.append(text);
  return element;
}

function hint(): HTMLElement {
  const element = part('Alt + click: more about it');
  element.className = 'x-ray-hint';
  return element;
}

const { getBoundingClientRect: rectOf, checkVisibility: isShown } = Element.prototype;
