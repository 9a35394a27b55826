import type { Session } from 'chdb';

/** Rows of a query as arrays of cells. */
export async function rowsIn(session: Session, sql: string): Promise<readonly (readonly unknown[])[]> {
  const text = (await session.queryAsync(sql, { format: 'JSONCompactEachRow' })).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as readonly unknown[]);
}
