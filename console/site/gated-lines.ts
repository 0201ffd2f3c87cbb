interface GatedAddress {
  url: string;
  filter: string;
}

/**
 * A gated address as a line: `/evenings*` for all that begin so, `=/courses/*` for one whose last star stands for a part
 * of it alone.
 */
export function writeGated(entry: unknown): string {
  const { url, filter } = entry as GatedAddress;
  if (filter === 'STARTS') return `${url}*`;
  return url.endsWith('*') ? `=${url}` : url;
}

/** What a line stands for. */
export function parseGated(line: string): GatedAddress {
  if (line.startsWith('=')) return { url: line.slice(1).trim(), filter: 'EQUALS' };
  return line.endsWith('*') ? { url: line.slice(0, -1), filter: 'STARTS' } : { url: line, filter: 'EQUALS' };
}
