/** Formatters are kept: making one costs much more than using it. Languages and zones are few, from our own files. */
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
