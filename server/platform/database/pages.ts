/** Rows read at once; a page that is not full is the last. */
export const pageSize = 100;

/**
 * Reads a list to its end, a page at a time.
 *
 * @param readPage gives the {@link pageSize} rows that follow a row, or the first ones
 */
export async function* readPages<Row>(readPage: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const page = await readPage(last);
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}
