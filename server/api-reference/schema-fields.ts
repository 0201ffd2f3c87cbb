import * as z from 'zod/mini';

/** A documented field of a request. */
export interface Field {
  name: string;
  place: 'path' | 'query' | 'body' | 'form';
  /** In words: `text`, `list of objects`, `one of UP, DOWN, NONE`. */
  type: string;
  required: boolean;
}

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
}

/** The fields of a request's schema, the ones at the top. */
export function listFields(schema: z.core.$ZodType | undefined, place: Field['place']): Field[] {
  if (!schema) return [];
  const shape = firstObject(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
  return Object.entries(shape?.properties ?? {}).map(([name, each]) => ({
    name,
    place,
    type: inWords(each),
    required: place === 'path' || (shape?.required ?? []).includes(name),
  }));
}

/** A body that may be left out is an object or nothing. */
const firstObject = (shape: Shape): Shape | undefined =>
  shape.properties ? shape : shape.anyOf?.map(firstObject).find((each) => each !== undefined);

const words: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

const plural = (word: string) => (word === 'object' ? 'objects' : word);

function inWords(shape: Shape): string {
  if (shape.enum) return `one of ${shape.enum.map(String).join(', ')}`;
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.anyOf) return [...new Set(shape.anyOf.map(inWords))].join(' or ');
  if (shape.type === 'array') return `list of ${shape.items ? plural(inWords(shape.items)) : 'anything'}`;
  if (Array.isArray(shape.type)) return shape.type.map((each) => words[each] ?? each).join(' or ');
  return shape.type === undefined ? 'anything' : (words[shape.type] ?? shape.type);
}
