import type { PieceKind } from '../../shared/content-pieces.ts';

/** How a part of a document is edited. */
export type Shape =
  | { is: 'text'; label: string; hint?: string; rows?: number; mayBeNull?: boolean }
  | { is: 'record'; label?: string; fields: Readonly<Record<string, Shape>> }
  | { is: 'list'; label?: string; each: Shape; add: string; one: string; make: () => unknown };

const line = (label: string, hint?: string): Shape => ({ is: 'text', label, ...(hint !== undefined && { hint }) });
const text = (label: string, hint?: string): Shape => ({ ...line(label, hint), rows: 4 }) as Shape;
const lines = (label: string, one: string): Shape => ({
  is: 'list',
  label,
  each: { is: 'text', label: one, rows: 2 },
  add: `Add to “${label}”`,
  one,
  make: () => '',
});
const titled = { title: line('Title'), text: text('Text') };

/** The form of each kind of piece, in the order its page shows it. */
export const shapes: Readonly<Record<PieceKind, Shape>> = {
  questions: {
    is: 'list',
    one: 'Question',
    add: 'Add a question',
    make: () => ({ question: '', answer: '' }),
    each: {
      is: 'record',
      fields: {
        question: line('Question'),
        answer: { is: 'text', label: 'Answer', rows: 5, hint: 'A line break starts a paragraph.' },
      },
    },
  },
  instructors: {
    is: 'list',
    one: 'Instructor',
    add: 'Add an instructor',
    make: () => ({ name: '', role: '', text: '' }),
    each: { is: 'record', fields: { name: line('Name'), role: line('Role'), text: text('About them') } },
  },
  claim: {
    is: 'record',
    fields: {
      figure: line('Figure', 'As pages show it: 87%'),
      meaning: line('What it means', 'The words beside it'),
      source: {
        is: 'text',
        label: 'Source',
        hint: 'Who measured it, when and over whom. Without one it is not published.',
        rows: 2,
        mayBeNull: true,
      },
    },
  },
  facts: {
    is: 'record',
    fields: {
      promise: line('Promise', 'One line, on cards too'),
      hero: text('Introduction', 'Two or three sentences under the name of the course'),
      build: {
        is: 'record',
        label: 'What students build',
        fields: { short: line('In short', 'Ends the line “You will build”'), title: line('Title'), text: text('Text') },
      },
      learn: {
        is: 'list',
        label: 'What students learn',
        one: 'Skill',
        add: 'Add a skill',
        make: () => ({ title: '', text: '' }),
        each: { is: 'record', fields: titled },
      },
      outcomes: {
        is: 'record',
        label: 'Where it leads',
        fields: { text: text('Text'), roles: lines('Roles', 'Role') },
      },
      whoFor: lines('Who it is for', 'Line'),
      needs: lines('What students need', 'Line'),
      assessment: lines('Assessment', 'Line'),
      closing: { is: 'record', label: 'Closing words', fields: titled },
    },
  },
};

type Path = readonly (string | number)[];

/** A document with another value at a path. */
export function withValue(document: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(document)) return document.with(Number(key), withValue(document[Number(key)], rest, value));
  const record = document as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}

/** Where something stands, in the words of the form: `[1].answer` as "Question 2, answer". */
export function placeWords(shape: Shape, [key, ...rest]: Path): string {
  if (key === undefined) return shape.is === 'text' ? shape.label : '';
  if (shape.is === 'list') {
    const place = `${shape.one} ${Number(key) + 1}`;
    const within = shape.each.is === 'text' ? '' : placeWords(shape.each, rest);
    return [shape.label, place, within].filter(Boolean).join(', ');
  }
  const field = shape.is === 'record' ? shape.fields[key] : undefined;
  if (!field) return String(key);
  const within = placeWords(field, rest);
  return field.is === 'record' && field.label !== undefined ? [field.label, within].filter(Boolean).join(', ') : within;
}
