import { Session } from 'chdb';
import { UsageError } from '../errors.ts';
import { otherOwner } from './directory-owner.ts';
import { typedEngineError } from './engine-errors.ts';
import { parameterText, placeholders, setParametersStatement, setStatement } from './sql-text.ts';
import type { RawReply, SessionOptions } from './tables.ts';

/**
 * Opens the embedded engine. Its first connection carries the configuration and must outlive all others.
 * @throws UsageError when another process has the directory open
 */
export const openEngine = async (path: string, configFile: string): Promise<Session> => {
  const engine = firstSession(path, configFile);
  try {
    await runText(engine, 'CREATE DATABASE IF NOT EXISTS attestry');
  } catch (error) {
    engine.close();
    throw error;
  }
  return engine;
};

/** A connection with fixed settings. */
export const openSession = async (path: string, settings: Readonly<Record<string, string>>): Promise<Session> => {
  const session = new Session(path);
  await runText(session, `${useDatabase}; ${setStatement(settings)}`);
  return session;
};

/** A read-only connection for one request. Opening one takes 0.2 ms. */
export const openReadOnlySession = async (path: string, options: SessionOptions): Promise<Session> => {
  const session = new Session(path);
  const prelude = [
    useDatabase,
    setStatement(options.settings),
    setParametersStatement(options.parameters),
    setStatement({ readonly: '1' }),
  ];
  try {
    await session.queryAsync(prelude.filter((statement) => statement !== '').join('; '));
  } catch (error) {
    session.close();
    throw error;
  }
  return session;
};

/** The reply as bytes, in any output format. Throws the engine's errors unchanged. */
export const runRaw = async (session: Session, sql: string, format: string): Promise<RawReply> => {
  const result = await session.queryAsync(sql, { format });
  const { rowsRead, bytesRead, elapsed } = result;
  return { bytes: result.bytes(), rowsRead, bytesRead, elapsedSeconds: elapsed };
};

/** Rows of a query with bound parameters. */
export const queryRows = async <R>(
  session: Session,
  sql: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<readonly R[]> => {
  // Parameters of earlier queries are still set on this connection; a missing one must not fall back to them.
  const missing = placeholders(sql).filter((name) => parameters[name] === undefined);
  if (missing.length > 0) throw new Error(`Query parameters without a value: ${missing.join(', ')}.`);
  const bound = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, parameterText(value)]));
  const setParameters = setParametersStatement(bound);
  const lines = await runText(session, setParameters === '' ? sql : `${setParameters};\n${sql}`);
  // JSON escapes line breaks within values, so each line break ends a row.
  return JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as R[];
};

/** Inserts JSONCompactEachRow lines. */
export const insertRows = async (
  session: Session,
  table: string,
  columns: readonly string[],
  body: Buffer,
): Promise<void> => {
  try {
    await session.insert({ table, columns, values: body, format: 'JSONCompactEachRow' });
  } catch (error) {
    throw typedEngineError(error);
  }
};

/** Runs a statement; the reply is JSON, one row a line. */
export const runText = async (session: Session, sql: string): Promise<string> => {
  try {
    return (await session.queryAsync(sql, { format: 'JSONEachRow' })).text();
  } catch (error) {
    throw typedEngineError(error);
  }
};

const useDatabase = 'USE attestry';

const firstSession = (path: string, configFile: string): Session => {
  try {
    return new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
  } catch (error) {
    const owner = otherOwner(path);
    if (owner === null) throw error;
    throw new UsageError(
      `The tables in ${path} are open in another process: ${owner}. Stop it, or set ATTESTRY_DATA_DIR to another directory.`,
      { cause: error },
    );
  }
};
