/**
 * Formatters of dates and numbers, each made once: making one takes far longer than all the texts it writes for a page.
 * Languages and zones come from our own files, so there are few.
 */
const dateFormatters = new Map<string, Intl.DateTimeFormat>();
const numberFormatters = new Map<string, Intl.NumberFormat>();

export function dateFormatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return oneOf(dateFormatters, language, options, () => new Intl.DateTimeFormat(language, options));
}

export function numberFormatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return oneOf(numberFormatters, language, options, () => new Intl.NumberFormat(language, options));
}

function oneOf<T>(known: Map<string, T>, language: string, options: object, make: () => T): T {
  const name = `${language} ${JSON.stringify(options)}`;
  const formatter = known.get(name) ?? make();
  known.set(name, formatter);
  return formatter;
}
