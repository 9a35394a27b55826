/** Rows of a JSONCompactEachRow body as objects by column name. */
export function insertedRows<R>(columns: readonly string[], body: Buffer): readonly R[] {
  const lines = body.toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const cells = JSON.parse(line) as readonly unknown[];
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]])) as R;
  });
}
