/** Where the labels of outlines go. Nothing here touches a page. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

export interface Label {
  /** The outline it belongs to. */
  around: Rect;
  size: Size;
  /** Under the pointer or chosen: it is shown even over others. */
  isAsked: boolean;
}

/** An outline, and whether a label of something else may lie over it where there is no other room. */
export interface Outlined extends Rect {
  isProblem: boolean;
}

/**
 * Finds room for labels, first come first, beside their outline: never over what they or others speak of, never over one
 * another, never out of the window, and over an outline without a problem only where there is no other room.
 *
 * @param outlines of every kind, those without a label as well
 * @returns where each begins, undefined where there is no room
 */
export function placeLabels(
  labels: readonly Label[],
  { view, outlines }: { view: Size; outlines: readonly Outlined[] },
): (Point | undefined)[] {
  const taken: Rect[] = [];
  const problems = outlines.filter(({ isProblem }) => isProblem);
  return labels.map((label) => {
    if (!overlap(label.around, { x: 0, y: 0, ...view })) return undefined;
    const coversAny = (place: Rect, those: readonly Rect[]) =>
      those.some((each) => overlap(each, place) && !hasRoomFor(each, label));
    const places = placesFor(label, view).filter(
      (place) => label.isAsked || !(taken.some((other) => overlap(place, other)) || coversAny(place, problems)),
    );
    const place = places.find((each) => !coversAny(each, outlines)) ?? places[0];
    if (place) taken.push(place);
    return place && { x: place.x, y: place.y };
  });
}

/** Whether a label may lie over an outline that is not its own: over one around its own. */
const hasRoomFor = (outline: Rect, { around }: Label): boolean => contains(outline, around);

/** Above and below, from the left, then from the right; else to the right and to the left. */
function placesFor({ around, size }: Label, view: Size): Rect[] {
  const columns = [around.x, around.x + around.width - size.width];
  const rows = [around.y - size.height, around.y + around.height];
  const inView = between(0, around.y, view.height - size.height);
  const beside = [around.x + around.width, around.x - size.width].map((x) => ({ x, y: inView }));
  return [...rows.flatMap((y) => columns.map((x) => ({ x: between(0, x, view.width - size.width), y }))), ...beside]
    .filter(({ x, y }) => x >= 0 && y >= 0 && x + size.width <= view.width && y + size.height <= view.height)
    .map((place) => ({ ...place, ...size }))
    .filter((place) => !overlap(place, around));
}

/** The lower bound wins where there is no room between them. */
const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
const contains = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
