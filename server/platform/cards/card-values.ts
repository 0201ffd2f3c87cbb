/** The id of what a field names, whether it stands there as an id or as the object itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** One of the values this version knows, else what an unknown one counts as. */
export const oneOf = <T extends string, O extends string>(
  value: string | null,
  values: readonly T[],
  otherwise: O,
): T | O => values.find((each) => each === value) ?? otherwise;

/** The provider counts whole seconds. */
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

export const fromSeconds = (seconds: number): Date => new Date(seconds * 1_000);

export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  seconds == null ? null : fromSeconds(seconds);
