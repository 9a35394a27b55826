/** Parts of `docs/severity.md` and `docs/standing.md`, generated from the tables that the program uses. */
import { standingSources } from '../../cli/service/pages/standing-sources.ts';
import { severityOfV1 } from '../../pipeline/impact/v1/severity.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { documentEveryMs, youngFor } from '../../schemas/freshness.ts';
import type { SeverityTable } from '../../schemas/severity.ts';
import { dayMs, hourMs, minuteMs } from '../../schemas/values/durations.ts';
import { termsOf } from '../../schemas/vocabulary.ts';

type Row = SeverityTable['rows'][number];

const code = (text: string): string => `\`${text}\``;
const codes = (terms: readonly string[]): string => terms.map(code).join(', ');

/** Every row of the table of severities, in the order in which they are tried. */
export function severityRows(): string {
  const rows = severityOfV1.rows.map(
    (row, index) => `| ${index + 1} | ${codes(row.rules)} | ${conditionsOf(row)} | ${row.severity} |`,
  );
  const others = termsOf('severity').flatMap((severity) => {
    const directions = termsOf('direction').filter((direction) => severityOfV1.others[direction] === severity);
    return directions.length === 0 ? [] : [`| | any other | ${directions.join(', ')} | ${severity} |`];
  });
  return ['| # | One of these rules fired | And | Severity |', '|-|-|-|-|', ...rows, ...others].join('\n');
}

function conditionsOf({ directions, dimensions, fields, confidence }: Row): string {
  const atLeast = confidence !== undefined && 'atLeast' in confidence;
  return [
    ...(directions === undefined ? [] : [directions.join(', ')]),
    ...(dimensions === undefined ? [] : [dimensions.map((one) => `dimension ${code(one)}`).join(' and ')]),
    ...(confidence === undefined
      ? []
      : [atLeast ? `confidence ≥ ${confidence.atLeast}` : `confidence ${confidence.is}`]),
    ...(fields === undefined ? [] : [`field one of ${codes(fields)}`]),
  ].join('; ');
}

/** What is decided before the rows, and what limits their severity afterwards. */
export function severityLimits(): string {
  const { low, candidates, lowSignal, least, downgrades } = severityOfV1;
  return `1. Disposition or materiality is one of ${codes(low)}: low, whatever fired.
2. Else the first row that fits decides. A direction is the one after that rule; in the last rows it is that of the assessment before ${codes(downgrades)}.
3. The change is not confirmed: one step lower, but not where ${codes(candidates)} fired, whose rows count that already.
4. Low signal: at most ${lowSignal}.
5. Disposition is ${least.dispositions.map(code).join(' or ')}, and the direction before downgrades is ${least.directions.map(code).join(', ')}: at least ${least.severity}.`;
}

/** When data of each kind is old. */
export function freshnessLimits(): string {
  const all = [...feeds.values()].map(({ manifest: { id, everyMs } }) => ({ id, everyMs }));
  const everies = [...new Set(all.map(({ everyMs }) => everyMs))].sort((a, b) => a - b);
  const ofFeeds = everies.map((everyMs) => {
    const ids = all.filter((one) => one.everyMs === everyMs).map(({ id }) => id);
    return `| list or register, fetched every ${span(everyMs)}: ${codes(ids)} | the newest file that was accepted or unchanged; a rejected one changes nothing | ${span(youngFor.feed({ everyMs }))} |`;
  });
  const ofDocuments = termsOf('sourceKind').map(
    (kind) =>
      `| document of the kind ${code(kind)}, fetched every ${span(documentEveryMs[kind])} | the last fetch that gave its text, changed or not | ${span(youngFor.document(kind))} |`,
  );
  return [
    '| What | Its date | Old after |',
    '|-|-|-|',
    ...ofFeeds,
    `| chain | the newest reading that states facts of the token | ${span(youngFor.chain())} |`,
    ...ofDocuments,
    `| reserve report | the end of the period that it states | a period and ${span(youngFor.reserveReport(0))} |`,
  ].join('\n');
}

function span(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs} d`;
  return ms % hourMs === 0 ? `${ms / hourMs} h` : `${ms / minuteMs} min`;
}

/** The sanctions lists that are required without a setting. */
export function requiredLists(): string {
  const { required } = standingSources({ publicSanctions: true, requiredLists: null });
  return ['| Id | In texts |', '|-|-|', ...required.map(({ feed, short }) => `| ${code(feed)} | ${short} |`)].join(
    '\n',
  );
}
