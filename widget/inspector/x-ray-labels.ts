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
  /** Somebody has asked for it: it is shown even over others. */
  isAsked: boolean;
}

/**
 * Finds room for labels, first come first: above their outline, else below, else in it; never over one another and
 * never out of the window.
 *
 * @returns where each begins, undefined where there is no room
 */
export function placeLabels(labels: readonly Label[], view: Size): (Point | undefined)[] {
  const taken: Rect[] = [];
  return labels.map(({ around, size, isAsked }) => {
    if (!overlap(around, { x: 0, y: 0, ...view })) return undefined;
    const x = between(0, around.x, view.width - size.width);
    const inside = { x, y: between(0, around.y, view.height - size.height), ...size };
    const places = [{ ...inside, y: around.y - size.height }, { ...inside, y: around.y + around.height }, inside];
    const isFree = (place: Rect) => isAsked || !taken.some((other) => overlap(place, other));
    const place = places.find((each) => each.y >= 0 && each.y + each.height <= view.height && isFree(each));
    if (place) taken.push(place);
    return place && { x: place.x, y: place.y };
  });
}

/** The lower bound wins where there is no room between them. */
const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
