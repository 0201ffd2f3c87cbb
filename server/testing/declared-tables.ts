import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below the project, so that the compiler finds its packages. */
const cacheFolder = path.join(root, '.cache');

/**
 * Compares the tables that the code declares, with `withTables`, with those of a database. The compiler does it: it
 * alone knows what a declared type is. For this one run `withTables` answers with the declared tables only where they
 * fit, else with a type that names what does not fit and that no query can be made of.
 *
 * @param columns of the database
 * @param code the folders and files to compare
 * @returns what does not fit, each with the file that declares it
 */
export async function findMisfits(columns: Column[], code = ['server']): Promise<string[]> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(path.join(cacheFolder, 'declared-tables-'));
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      checkJs: false,
      incremental: false,
      tsBuildInfoFile: null,
      pretty: false,
      noErrorTruncation: true,
    },
    include: ['./schema.ts', ...code.map((each) => path.join(root, each))],
    exclude: ['**/assets/**', '**/*.test.ts'].map((each) => path.join(root, each)),
  };
  try {
    await writeFile(path.join(folder, 'schema.ts'), schemaSource(columns));
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { failed, output } = await compile(folder);
    const misfits = [...output.matchAll(/^(.+?)\(.*\{ misfits: \{ (.+) \}; \}'\.$/gm)].flatMap(([, file, all]) =>
      [...all!.matchAll(/"([^"]+)": 0/g)].map(([, misfit]) => `${file}: ${misfit}`),
    );
    return failed && misfits.length === 0 ? [output] : [...new Set(misfits)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const compile = (project: string) =>
  new Promise<{ failed: boolean; output: string }>((resolve) => {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const mostBytes = 64 * 1_024 * 1_024;
    execFile(
      process.execPath,
      [compiler, '-p', project],
      { cwd: root, maxBuffer: mostBytes },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    );
  });

/** A column as the database has it. */
export interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** Whether a row may be inserted without it. */
  optional: boolean;
}

/** Every column, of tables outside `public` with their schema, as Kysely writes them. */
export async function findColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as table,
           a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
           not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
      and n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast')
    order by 1, a.attnum`);
  return rows;
}

/** What the driver makes of each type of PostgreSQL. */
const driverTypes: Record<string, string> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  'character varying': 'string',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  // More than a number can hold exactly: a string.
  bigint: 'string',
  numeric: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};

function driverType(type: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : type;
  const known = driverTypes[element];
  if (!known) return `{ 'say in declared-tables.ts what the driver makes of': ${JSON.stringify(type)} }`;
  return element === type ? known : `${known}[]`;
}

function schemaSource(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const lines = [...tables].map(([table, its]) => {
    const fields = its.map(({ column, type, nullable, optional }) => {
      const parts = `type: ${driverType(type)}; name: '${type}'; nullable: ${nullable}; optional: ${optional}`;
      return `    ${JSON.stringify(column)}: { ${parts} };`;
    });
    return `  ${JSON.stringify(table)}: {\n${fields.join('\n')}\n  };`;
  });
  return `${comparison}\ninterface Schema {\n${lines.join('\n')}\n}\n`;
}

/**
 * A declared type may be narrower than the column's, a union of the words a text holds say, and leave columns out. It
 * is null exactly where the column may be, and is left out of an insert only where the column may be.
 */
const comparison = `import type { ControlledTransaction, InsertType, Kysely, SelectType, Transaction } from 'kysely';

type Misfit<Declared, Found> =
  Found extends { type: infer Type; name: infer Name; nullable: infer Nullable; optional: infer Optional }
    ? Includes<SelectType<Declared>, null> extends Nullable
      ? [NonNullable<SelectType<Declared>>] extends [Type]
        ? Includes<InsertType<Declared>, undefined> extends Optional | false ? never : 'must not be left out of an insert'
        : \`is \${Name & string}\`
      : Nullable extends true ? 'may be null' : 'is never null'
    : 'is not there';
// Of \`unknown\` nobody claims anything.
type Includes<Type, Part> = unknown extends Type ? never : Part extends Type ? true : false;
type At<Holder, Key> = Key extends keyof Holder ? Holder[Key] : undefined;
type MisfitsOf<Tables> = {
  [Table in keyof Tables & string]: {
    [Column in keyof Tables[Table] & string]:
      \`\${Table}.\${Column} \${Misfit<Tables[Table][Column], At<At<Schema, Table>, Column>>}\`;
  }[keyof Tables[Table] & string];
}[keyof Tables & string];
type Checked<Tables, Fitting> =
  [MisfitsOf<Tables>] extends [never] ? Fitting : { misfits: { [Each in MisfitsOf<Tables>]: 0 } };

type Some = Record<string, Record<string, any>>;
declare module 'kysely' {
  interface Kysely<DB> {
    withTables<T extends Some>(): Checked<T, Kysely<DB & T>>;
  }
  interface Transaction<DB> {
    withTables<T extends Some>(): Checked<T, Transaction<DB & T>>;
  }
  interface ControlledTransaction<DB, S> {
    withTables<T extends Some>(): Checked<T, ControlledTransaction<DB & T, S>>;
  }
}
`;
