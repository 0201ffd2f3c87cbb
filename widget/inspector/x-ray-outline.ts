import { create } from '../page/dom.ts';
import type { Entry } from './state.ts';
import type { Point, Rect, Size } from './x-ray-labels.ts';

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

/** As much of a message as anybody reads beside an element. Characters. */
const shownLength = 300;

export class Outline {
  readonly element: Element;
  entries: readonly Entry[];
  /** How the element was when this was drawn last; undefined where nothing is seen of it. */
  drawn: Look | undefined;
  /** What its label took up when it was measured last; undefined as long as it has not been laid out. */
  labelSize: Size | undefined;
  /** Somebody looks at it: everything is said then, not the problems alone. */
  isAsked = false;
  readonly #layer: Element;
  #parts: { box: HTMLElement; label: HTMLElement } | undefined;

  constructor(layer: Element, element: Element, entries: readonly Entry[]) {
    this.#layer = layer;
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
    const label = this.#parts?.label;
    this.labelSize = label && { width: label.offsetWidth, height: label.offsetHeight };
  }

  /** @returns whether the label takes up another room now than it did */
  draw(now: Look | undefined, isAsked: boolean): boolean {
    const before = this.drawn;
    const isNew = isAsked !== this.isAsked || !this.#parts;
    this.isAsked = isAsked;
    if (!now) {
      this.erase();
      return false;
    }
    this.drawn = now;
    const { box, label } = (this.#parts ??= this.#build());
    if (isNew) for (const each of [box, label]) each.classList.toggle('asked', isAsked);
    if (isSameLook(before, now)) return isNew;
    box.style.transform = `translate(${now.x}px, ${now.y}px)`;
    box.style.width = `${now.width}px`;
    box.style.height = `${now.height}px`;
    const layer = now.zIndex === 'auto' ? usualLayer : Number(now.zIndex);
    box.style.zIndex = String(layer + above[this.kind]);
    label.style.zIndex = String(layer + aboveAll);
    return isNew;
  }

  /** @param at in the window; undefined takes the label out of sight */
  layLabel(at: Point | undefined): void {
    if (!this.#parts || !this.drawn) return;
    const { label } = this.#parts;
    label.classList.toggle('shown', at !== undefined);
    if (at) label.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  /** Whether this is a piece of its label. */
  owns(node: EventTarget | null | undefined): boolean {
    return node instanceof Node && this.#parts?.label.contains(node) === true;
  }

  /** @returns the key of the line that was pressed, or of the worst finding */
  keyAt(node: EventTarget | undefined): string | undefined {
    const line = node instanceof HTMLElement && this.owns(node) ? node.dataset['key'] : undefined;
    return line ?? this.entries[0]?.key;
  }

  erase(): void {
    this.#parts?.box.remove();
    this.#parts?.label.remove();
    this.#parts = this.drawn = this.labelSize = undefined;
  }

  #build() {
    const lines = this.entries.map((entry) => {
      const line = part(`line ${kindOf(entry)}`, cut(entry.message));
      line.setAttribute('role', 'tooltip');
      line.dataset['key'] = entry.key;
      return line;
    });
    const hint = part('line found hint', 'Alt + click: more about it');
    const parts = { box: part(`box ${this.kind}`), label: part(`label ${this.kind}`, ...lines, hint) };
    parts.box.dataset['xRay'] = this.kind;
    this.#layer.prepend(parts.box);
    this.#layer.append(parts.label);
    return parts;
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

/** Strings become text, whatever stands in them. */
function part(className: string, ...content: (Node | string)[]): HTMLElement {
  const element = create('div');
  element.className = className;
  element.append(...content);
  return element;
}

const { getBoundingClientRect: rectOf, checkVisibility: isShown } = Element.prototype;
