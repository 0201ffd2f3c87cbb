import { colours } from './looks.ts';
import type { Piece, Sheet, TextLook } from '../../platform/pdf/sheet.ts';

/** Building blocks of sections. */

const gutter = 24;

interface Panel {
  fill: string;
  padding: number;
}

/**
 * Cards side by side, each a list item of some texts, filled row by row; a row stays on one page.
 *
 * @param panel drawn behind every card
 */
export function columns(sheet: Sheet, count: number, cards: Piece[][], panel?: Panel): void {
  const padding = panel?.padding ?? 0;
  const width = (sheet.width - gutter * (count - 1)) / count;
  const inner = width - 2 * padding;
  const heightOf = (card: Piece[]) => card.reduce((sum, piece) => sum + sheet.heightOf(piece, inner), 0);
  sheet.group('L', () => {
    for (let at = 0; at < cards.length; at += count) {
      const row = cards.slice(at, at + count);
      const height = Math.max(...row.map(heightOf)) + 2 * padding;
      sheet.need(height);
      const top = sheet.y;
      for (const [place, card] of row.entries()) {
        const x = sheet.left + place * (width + gutter);
        if (panel) sheet.draw((pen) => pen.roundedRect(x, top, width, height, 6).fill(panel.fill));
        sheet.group('LI', () => sheet.group('LBody', () => putAll(sheet, card, x + padding, top + padding, inner)));
      }
      sheet.y = top + height + (panel ? gutter : 12);
    }
  });
}

/** Writes texts one below the other. @returns where they end */
export function putAll(sheet: Sheet, pieces: Piece[], x: number, top: number, width: number): number {
  return pieces.reduce((y, piece) => y + sheet.put(piece, x, y, width), top);
}

/** A list with a dot before each of its points. @returns where it ends */
export function bullets(
  sheet: Sheet,
  points: string[],
  place: { x: number; y: number; width: number; look: TextLook; dot: string },
): number {
  const { x, width, look, dot } = place;
  const indent = 12;
  let { y } = place;
  sheet.group('L', () => {
    for (const text of points) {
      sheet.draw((pen) => pen.circle(x + 3, y + look.size * 0.62, 1.8).fill(dot));
      sheet.group('LI', () => {
        y += sheet.put({ tag: 'LBody', text, look }, x + indent, y, width - indent);
      });
    }
  });
  return y;
}

/** Height of a list in points (1/72 inch). */
export const bulletsHeight = (sheet: Sheet, points: string[], width: number, look: TextLook): number =>
  points.reduce((sum, text) => sum + sheet.heightOf({ tag: 'LBody', text, look }, width - 12), 0);

/**
 * A table whose first row and first column are its headings.
 *
 * @param shares of the width, one for each column; together 1
 */
export function table(
  sheet: Sheet,
  rows: string[][],
  shares: number[],
  looks: { head: TextLook; cell: TextLook },
): void {
  const widths = shares.map((share) => share * sheet.width);
  const padding = 8;
  sheet.need(rows.length * 40);
  sheet.group('Table', () => {
    for (const [at, row] of rows.entries()) {
      const pieces = row.map((text, column): Piece => {
        const isHead = at === 0 || column === 0;
        return { tag: isHead ? 'TH' : 'TD', text, look: isHead ? looks.head : looks.cell };
      });
      const height =
        Math.max(...pieces.map((piece, column) => sheet.heightOf(piece, widths[column]! - padding))) + padding;
      const top = sheet.y;
      sheet.group('TR', () => {
        let x = sheet.left;
        for (const [column, piece] of pieces.entries()) {
          const scope = at === 0 ? 'Column' : 'Row';
          sheet.put(piece, x, top + padding, widths[column]! - padding, piece.tag === 'TH' ? { scope } : {});
          x += widths[column]!;
        }
      });
      sheet.y = top + height;
      sheet.draw((pen) =>
        pen
          .moveTo(sheet.left, sheet.y)
          .lineTo(sheet.left + sheet.width, sheet.y)
          .lineWidth(at === 0 ? 1.2 : 0.6)
          .stroke(at === 0 ? colours.ink : colours.line),
      );
    }
  });
  sheet.y += 10;
}
