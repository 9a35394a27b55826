import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openEngine, runText } from './chdb-session.ts';
import { type EmbeddedLanes, openLanes } from './embedded-lanes.ts';
import { writeEngineConfig } from './engine-config.ts';
import { sqlString } from '../sql-text.ts';

/**
 * Opens an engine in this process that has nothing but these views and the tables below them, read-only over the parts that
 * the engine of the tables writes. New parts are seen within about a second. What is not attached cannot be read, whatever a
 * query does.
 * @param folder its folder in the directory of the tables, made again at each opening: it holds no rows
 * @param views names of views, or all that there are
 */
export const openAnalystTables = async (
  root: string,
  folder: string,
  views: readonly string[] | 'all',
  serverMemoryBytes: number,
): Promise<EmbeddedLanes> => {
  const tables = join(resolve(root), 'data');
  const directory = join(resolve(root), folder);
  const path = join(directory, 'data');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const config = { max_server_memory_usage: serverMemoryBytes, custom_local_disks_base_directory: `${tables}/` };
  const engine = await openEngine(path, writeEngineConfig(directory, config));
  for (const statement of readOnlyStatements(tables, views)) await runText(engine, statement);
  return openLanes(engine, path, [], ['analyst']);
};

/** CREATE statements of the views, each after the tables and views that it reads. */
function readOnlyStatements(tables: string, views: readonly string[] | 'all'): readonly string[] {
  const folder = join(tables, 'metadata', 'attestry');
  const definitionOf = (name: string): string => readFileSync(join(folder, `${name}.sql`), 'utf8');
  const statements = new Map<string, string>();
  const add = (name: string): void => {
    if (statements.has(name) || !existsSync(join(folder, `${name}.sql`))) return;
    const definition = definitionOf(name);
    for (const read of sourcesOf(definition)) add(read);
    statements.set(name, readOnly(name, definition, tables));
  };
  const names = views === 'all' ? namesIn(folder).filter((name) => isView(definitionOf(name))) : views;
  names.forEach(add);
  return [...statements.values()];
}

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.sql$/, '')) : [];

const isView = (definition: string): boolean => definition.startsWith('ATTACH VIEW');

/** Tables and views that a view reads. The engine stores their names with the database. */
const sourcesOf = (definition: string): readonly string[] =>
  isView(definition) ? [...definition.matchAll(/\battestry\.(\w+)/g)].map(([, name = '']) => name) : [];

/** The stored definition of a table or view (`ATTACH … _ UUID '…'`) as one that reads the parts of that table. */
function readOnly(name: string, definition: string, tables: string): string {
  const [, kind = '', uuid = ''] = /^ATTACH (TABLE|VIEW) _ UUID '([0-9a-f-]+)'/.exec(definition) ?? [];
  if (uuid === '') throw new Error(`The definition of ${name} is not understood.`);
  const rest = definition.slice(definition.indexOf('\n'));
  const created = ['CREATE ', kind, ' attestry.', name, rest].join('');
  if (kind === 'VIEW') return created;
  const parts = sqlString(join(tables, 'store', uuid.slice(0, 3), uuid) + '/');
  const disk = `disk(type = object_storage, object_storage_type = local, metadata_type = plain, path = ${parts}, readonly = 1)`;
  const settings = `table_disk = 1, refresh_parts_interval = 1, disk = ${disk}`;
  return created.includes('\nSETTINGS ')
    ? created.replace('\nSETTINGS ', () => `\nSETTINGS ${settings}, `)
    : `${created.trimEnd()}\nSETTINGS ${settings}`;
}
