/** The id in an expandable field, which holds an id or the expanded object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** The value if this version knows it, else the fallback. */
export const oneOf = <T extends string, O extends string>(
  value: string | null,
  values: readonly T[],
  otherwise: O,
): T | O => values.find((each) => each === value) ?? otherwise;

/** The provider counts whole seconds. */
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** A date from the provider's whole seconds. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1_000);

/** A date from the provider's whole seconds, or null. */
export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  seconds == null ? null : fromSeconds(seconds);
