import { exampleCursor, exampleIds } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';
import type { TextBody } from '../../route/answer.ts';
import { exampleChange } from '../changes/docs.ts';
import { exportColumns, exportFormats } from '../../readmodel/resources/export/lines.ts';

const line = { ...exampleChange, revision: 0, cursor: exampleCursor };

/** Bodies of an export by media type. */
export const exportTexts: Readonly<Record<string, TextBody>> = {
  [exportFormats.ndjson.mediaType]: {
    description: 'A line for each change: a `Change` with its `revision` and the `cursor` behind it.',
    example: `${JSON.stringify(line)}\n`,
  },
  [exportFormats.csv.mediaType]: {
    description: `RFC 4180. The first line names the columns, each later one is a change: ${exportColumns.map((name) => `\`${name}\``).join(', ')}.`,
    example: exportFormats.csv.head,
  },
};

export const exportChangesDocs: Documentation = {
  description: `
Every change of the watchlist that the filters admit, however many, as lines of JSON or CSV. Filters mean what they mean
for the feed. Each line has the \`revision\` of the change and a \`cursor\`: when a connection breaks, go on behind the last
line that arrived. \`Link\` with \`rel="next"\` leads to the export of what comes after this one.

Exports one after the other never lose a change and may repeat one: keep the highest revision of an id. One export at a
time is made with a key; another meanwhile is 429. A body that broke off ends with the connection and not with a last
line. In CSV an apostrophe stands before what a spreadsheet would
take for a formula, also behind a semicolon or a line break in a cell; JSON has the text as it is.
`.trim(),
  examples: {
    lines: { summary: 'All changes of the last year', query: { format: 'ndjson', days: '365' }, status: 200 },
    table: {
      summary: 'Changes of one item as a table',
      query: { format: 'csv', item: exampleIds.item },
      status: 200,
    },
  },
};
