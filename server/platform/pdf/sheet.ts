import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';

/** Structure types of tagged PDF (ISO 32000). */
export type Tag =
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Figure'
  | 'Link'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD';

/** A text style: font, size in points, colour and spacing. */
export interface TextLook {
  font: 'Regular' | 'SemiBold';
  size: number;
  colour: string;
  /** Leading between lines, in points. */
  lead: number;
  /** Space below, in points. */
  after: number;
}

/** A text with its place in the structure. */
export interface Piece {
  tag: Tag;
  text: string;
  look: TextLook;
  /** Target of its link. */
  link?: string;
}

/** `scope` says what a heading of a table is for. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  scope?: string;
  bbox?: [number, number, number, number];
};

/** The fonts by weight, shared by all documents. */
export type Typeface = Record<TextLook['font'], Font>;

/** Properties of a document. */
export interface SheetOptions {
  title: string;
  author: string;
  languageTag: string;
  size: 'A4' | 'LETTER';
  typeface: Typeface;
  /** Footer of every page but the first, followed by the page number. */
  footer: string;
  footerLook: TextLook;
}

const margin = { side: 56, top: 64, bottom: 72 };

/** A tagged PDF being written from top to bottom: pages, cursor, structure tree. */
export type Sheet = ReturnType<typeof openSheet>;

/** Begins a tagged PDF document. */
export function openSheet({ title, author, languageTag, size, typeface, footer, footerLook }: SheetOptions) {
  const doc = new PDFDocument({
    size,
    // No automatic page breaks: one inside a paragraph would split its tag.
    margin: 0,
    lang: languageTag,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    font: typeface.Regular,
    info: { Title: title, Author: author, CreationDate: new Date(0), ModDate: new Date(0) },
  } as object);
  for (const [name, font] of Object.entries(typeface)) doc.registerFont(name, font as never);
  const root = doc.struct('Document', { title });
  doc.addStructure(root);

  const { width: pageWidth, height: pageHeight } = doc.page;
  const left = margin.side;
  const width = pageWidth - 2 * margin.side;
  const bottom = pageHeight - margin.bottom;
  let y = 0;
  let pages = 1;
  let parent = root;

  const choose = ({ font, size: points, colour }: TextLook) => doc.font(font).fontSize(points).fillColor(colour);

  /** Draws an artifact, which screen readers skip. */
  function draw(paint: (pen: PDFKit.PDFDocument) => void): void {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.save();
    paint(doc);
    doc.restore();
    doc.endMarkedContent();
  }

  /** Groups the content written by `fill` in the structure tree. */
  function group(tag: Tag, fill: () => void, options: ElementOptions = {}): void {
    const element = doc.struct(tag, options);
    parent.add(element);
    const outer = parent;
    parent = element;
    fill();
    parent = outer;
    element.end();
  }

  function turnPage(): void {
    doc.addPage();
    pages += 1;
    y = margin.top;
    doc.markContent('Artifact', { type: 'Pagination' });
    choose(footerLook).text(footer, left, pageHeight - 48, { lineBreak: false });
    const number = String(pages);
    doc.text(number, left + width - doc.widthOfString(number), pageHeight - 48, { lineBreak: false });
    doc.endMarkedContent();
  }

  const heightOf = ({ text, look }: Piece, column = width): number =>
    choose(look).heightOfString(text, { width: column, lineGap: look.lead }) + look.after;

  /** Writes a text at a place, tagged. @returns its height */
  function put(piece: Piece, x: number, top: number, column: number, options: ElementOptions = {}): number {
    const height = heightOf(piece, column);
    const { text, look, link } = piece;
    group(
      piece.tag,
      () =>
        parent.add(() => {
          choose(look).text(text, x, top, { width: column, lineGap: look.lead });
          if (link)
            doc.link(x, top, doc.widthOfString(text), look.size * 1.4, link, { Contents: new String(text) } as never);
        }),
      options,
    );
    return height;
  }

  /** Draws what belongs to the element being filled: a figure. */
  const content = (paint: () => void) => void parent.add(paint);

  return {
    doc,
    left,
    width,
    pageWidth,
    pageHeight,
    draw,
    group,
    content,
    put,
    heightOf,
    turnPage,
    get y() {
      return y;
    },
    set y(place: number) {
      y = place;
    },
    /** Breaks the page unless `height` points are left. */
    need(height: number): void {
      if (y + height > bottom) turnPage();
    },
    /** Writes a text below the last one. */
    write(piece: Piece): void {
      if (y + heightOf(piece) > bottom) turnPage();
      y += put(piece, left, y, width);
    },
    /** An entry in the viewer's list of contents, leading to this page. */
    bookmark: (name: string, below = doc.outline) => below.addItem(name),
    /** Ends the document. */
    close(): Promise<Buffer> {
      const chunks: Buffer[] = [];
      const done = new Promise<Buffer>((resolve) => {
        doc.on('data', (chunk: Buffer) => chunks.push(chunk));
        doc.on('end', () => resolve(Buffer.concat(chunks)));
      });
      root.end();
      doc.end();
      return done;
    },
  };
}
