/**
 * Rows as a spreadsheet opens them (RFC 4180). A cell that a spreadsheet would take for a formula is marked as text,
 * against CSV injection: typed text must not run on the reader's computer.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n');
}

const formulaStart = /^[=+\-@\t\r]/;

function toCell(value: string): string {
  // Signs that steer a terminal or hide in a cell; lines and tabs stay.
  const plain = value.replaceAll(/(?![\t\r\n])\p{Cc}/gu, '');
  const text = formulaStart.test(plain) ? `'${plain}` : plain;
  return /[",\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
