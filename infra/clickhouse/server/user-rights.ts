import { engineCode } from '../engine-errors.ts';
import type { Tables } from '../tables.ts';

/** Who a ClickHouse user is for: a role of a cluster, or analysts. */
export const tablesUsers = ['migrate', 'sink', 'serve', 'analyst'] as const;
export type TablesUser = (typeof tablesUsers)[number];

/** Tables by who may read them, without database. */
export interface ReadableTables {
  /** Views for analysts, and the tables from which they read. */
  readonly public: readonly string[];
  /** Tables with rows of tenants. */
  readonly private: readonly string[];
}

export interface UserRights {
  readonly user: string;
  /** As in `GRANT <right> TO <user>`. */
  readonly missing: readonly string[];
  /** As in `REVOKE <right> FROM <user>`. */
  readonly excess: readonly string[];
}

const onTables = (...rights: readonly string[]): readonly string[] => rights.map((right) => `${right} ON attestry.*`);

const read = onTables('SELECT');
const define = onTables('CREATE DATABASE', 'CREATE TABLE', 'CREATE VIEW', 'ALTER TABLE', 'DROP DATABASE');
const alter = onTables('INSERT', 'ALTER', 'CREATE', 'DROP', 'TRUNCATE');

/** No role needs them: other databases, users, the server itself, and sources outside of it. */
const foreign = [
  'SELECT ON *.*',
  'INSERT ON *.*',
  'ALTER ON *.*',
  'DROP ON *.*',
  'CREATE USER ON *.*',
  'SYSTEM SHUTDOWN ON *.*',
  'FILE ON *.*',
  'URL ON *.*',
  'REMOTE ON *.*',
  'S3 ON *.*',
];

function rightsOf(
  user: TablesUser,
  tables: ReadableTables,
): { readonly needed: readonly string[]; readonly excess: readonly string[] } {
  const readable = (names: readonly string[]): readonly string[] =>
    names.map((name) => ['SELECT ON attestry', name].join('.'));
  switch (user) {
    case 'migrate':
      return { needed: [...onTables('SELECT', 'INSERT'), ...define], excess: foreign };
    case 'sink':
      return {
        needed: onTables('SELECT', 'INSERT', 'ALTER DELETE'),
        excess: [...onTables('DROP DATABASE'), ...foreign],
      };
    case 'serve':
      return { needed: read, excess: [...alter, ...foreign] };
    case 'analyst':
      return { needed: readable(tables.public), excess: [...readable(tables.private), ...alter, ...foreign] };
  }
}

/** ClickHouse error code of a syntax that the server does not know. */
const syntaxError = 62;

/**
 * What the user of the connection may do, compared with what it is for. Null when the server cannot be asked: it does not
 * know `CHECK GRANT`. A right on all databases includes that on one: only the wider one is named then.
 */
export async function rightsOfUser(
  tables: Pick<Tables, 'query'>,
  purpose: TablesUser,
  readable: ReadableTables,
): Promise<UserRights | null> {
  const { needed, excess } = rightsOf(purpose, readable);
  const granted = new Set<string>();
  try {
    for (const right of new Set([...needed, ...excess])) {
      const identifiers = Object.freeze({ right });
      const [row] = await tables.query<{ readonly result: number | string }>(`CHECK GRANT ${identifiers.right}`);
      if (Number(row?.result) === 1) granted.add(right);
    }
  } catch (error) {
    if (engineCode(error) === syntaxError) return null;
    throw error;
  }
  const [current] = await tables.query<{ readonly user: string }>('SELECT currentUser() AS user');
  const everywhere = new Set(excess.filter((right) => right.endsWith('*.*') && granted.has(right)).map(verbOf));
  return {
    user: current?.user ?? '',
    missing: needed.filter((right) => !granted.has(right)),
    excess: excess.filter((right) => granted.has(right) && (right.endsWith('*.*') || !everywhere.has(verbOf(right)))),
  };
}

const verbOf = (right: string): string => right.slice(0, right.indexOf(' ON '));
