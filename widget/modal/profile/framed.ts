/**
 * Whether a page of another origin has this one in a frame. It could lay something over a dialog and lead a member's
 * presses: clickjacking.
 */
export function isFramedByStranger(): boolean {
  try {
    for (let each: Window = window; each !== each.parent; each = each.parent)
      if (each.parent.location.origin !== location.origin) return true;
    return false;
  } catch {
    // The browser keeps strangers' addresses to itself.
    return true;
  }
}
