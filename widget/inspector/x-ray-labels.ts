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

/**
 * Finds room for labels, first come first, beside their outline or in it: never over one another, never out of the
 * window, and over another outline only where there is no other room.
 *
 * @param outlines of every kind, those without a label as well
 * @returns where each begins, undefined where there is no room
 */
export function placeLabels(
  labels: readonly Label[],
  { view, outlines }: { view: Size; outlines: readonly Rect[] },
): (Point | undefined)[] {
  const taken: Rect[] = [];
  return labels.map((label) => {
    if (!overlap(label.around, { x: 0, y: 0, ...view })) return undefined;
    const places = placesFor(label, view).filter(
      (place) => label.isAsked || !taken.some((other) => overlap(place, other)),
    );
    const covers = (place: Rect) => outlines.some((each) => overlap(each, place) && !hasRoomFor(each, label));
    const place = places.find((each) => !covers(each)) ?? places[0];
    if (place) taken.push(place);
    return place && { x: place.x, y: place.y };
  });
}

/** Whether a label may lie over an outline: over one around its own, or a large one of its own. */
const hasRoomFor = (outline: Rect, { around, size }: Label): boolean =>
  outline === around ? around.height > 2 * size.height : contains(outline, around);

/** Above, below, and in it; from the left, then from the right. The last is always in the window. */
function placesFor({ around, size }: Label, view: Size): Rect[] {
  const inside = between(0, around.y, view.height - size.height);
  const columns = [around.x, around.x + around.width - size.width];
  const rows = [around.y - size.height, around.y + around.height, inside];
  return rows
    .filter((y) => y >= 0 && y + size.height <= view.height)
    .flatMap((y) => columns.map((x) => ({ x: between(0, x, view.width - size.width), y, ...size })));
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
