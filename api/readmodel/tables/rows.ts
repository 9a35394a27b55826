import type { QueryParameters, TableReader } from './reader.ts';

/** A query, and how the members of its rows are decoded that do not arrive as they are. */
export interface RowQuery<R extends object> {
  /** Each column has the name of a member of `R` (`AS createdAt`). */
  readonly sql: string;
  /** By member. 64-bit integers arrive as text (`Number`), nested values as JSON text (`JSON.parse`); null stays null. */
  readonly decode: { readonly [K in keyof R]?: (text: string) => NonNullable<R[K]> };
}

/** The rows of a query as objects of the program. */
export async function readRows<R extends object>(
  tables: Pick<TableReader, 'query'>,
  { sql, decode }: RowQuery<R>,
  parameters: QueryParameters,
): Promise<readonly R[]> {
  const rows = await tables.query<Readonly<Record<string, string | null>>>(sql, parameters);
  const decoders = Object.entries<((text: string) => unknown) | undefined>(decode);
  return rows.map((row) => {
    const decoded = decoders.map(([name, decoder]) => {
      const value = row[name];
      if (value === undefined) throw new Error(`a query has no column ${name}`);
      return [name, value === null ? null : decoder?.(value)] as const;
    });
    return { ...row, ...Object.fromEntries(decoded) } as R;
  });
}
