import { Session } from 'chdb';
import { UsageError } from '../../errors.ts';
import { otherOwner } from '../owner/directory-owner.ts';
import { typedEngineError } from '../engine-errors.ts';
import { setParametersStatement, setStatement } from '../sql-text.ts';
import type { RawReply, SessionOptions } from '../tables.ts';

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

/** Runs statements; the reply is JSON, one row a line. */
export const runText = async (session: Session, sql: string): Promise<Uint8Array> => {
  try {
    return (await session.queryAsync(sql, { format: 'JSONEachRow' })).bytes();
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
