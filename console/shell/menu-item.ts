/**
 * Classes of an entry of a menu. It has the focus of who comes by keyboard: its outline lies inside, as a menu that
 * scrolls would cut off one around it.
 */
export const menuItem =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 -outline-offset-3 data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-tint data-highlighted:text-brand';
