import type { QueryParameters, TableReader } from './reader.ts';

/**
 * How members of a row are decoded that do not arrive as they are. 64-bit integers arrive as text (`Number`), nested values as
 * JSON text (`JSON.parse`); null stays null.
 */
export type RowDecoder<R extends object> = { readonly [K in keyof R]?: (text: string) => NonNullable<R[K]> };

/** A query, and how its rows are decoded. */
export interface RowQuery<R extends object> {
  /** Each column has the name of a member of `R` (`AS createdAt`). */
  readonly sql: string;
  readonly decode: RowDecoder<R>;
}

/** The rows of a query as objects of the program. */
export async function readRows<R extends object>(
  tables: Pick<TableReader, 'query'>,
  { sql, decode }: RowQuery<R>,
  parameters: QueryParameters,
): Promise<readonly R[]> {
  return (await tables.query<StoredRow>(sql, parameters)).map((row) => decodedRow<R>(row, decode));
}

type StoredRow = Readonly<Record<string, unknown>>;

/** A row as an object of the program. */
function decodedRow<R extends object>(row: StoredRow, decode: RowDecoder<R>): R {
  const decoded: Record<string, unknown> = { ...row };
  for (const name in decode) {
    const value = row[name];
    if (value === undefined) throw new Error(`a query has no column ${name}`);
    decoded[name] = value === null ? null : decode[name]?.(value as string);
  }
  return decoded as R;
}
