import type { DemoState } from '../demo/demo-file.ts';
import { dayMs } from '../../schemas/values/durations.ts';

export interface BannerFacts {
  readonly httpUrl: string;
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
  readonly dataDir: string;
  readonly demo: DemoState | null;
  /** Sentences about declared documents and chains that nothing fetches. */
  readonly unread: readonly string[];
  /** Time from start to ready, seconds. */
  readonly seconds: string;
  /** Current time, milliseconds. */
  readonly now: number;
}

const year = 365 * dayMs;

/** The last lines of a start: where everything is and what to try. */
export function banner(facts: BannerFacts): string {
  const { httpUrl, sqlUrl, registryUrl, opsUrl, dataDir, demo, unread, seconds, now } = facts;
  const lines = [
    '',
    `  Attestry is ready${demo === null ? '' : ' (demo data)'}, ${seconds} s`,
    '',
    `  Explorer ${httpUrl}/`,
    ...(demo === null
      ? []
      : [
          `  Sign in  ${httpUrl}/signin?demo=yes    one click, for the demo on this machine alone`,
          `  Operator ${httpUrl}/signin?demo=operator    one click, to the pages of the operator`,
        ]),
    `  API      ${httpUrl}`,
    `  Docs     ${httpUrl}/docs    description: ${httpUrl}/openapi.json`,
    `  Health   ${httpUrl}/readyz    ${httpUrl}/status.json`,
  ];
  if (registryUrl !== null) lines.push(`  Schemas  ${registryUrl}/subjects    topics: npx attestry topics list`);
  if (sqlUrl !== null) lines.push(`  SQL      curl '${sqlUrl}/?query=SELECT+*+FROM+changes+LIMIT+5+FORMAT+Vertical'`);
  if (opsUrl !== null) lines.push(`  Metrics  ${opsUrl}/metrics`);
  lines.push(`  Data     ${dataDir}`);
  if (demo !== null) {
    lines.push(
      '',
      `  Demo key ${demo.key}    scopes ${demo.scopes.join(' ')}`,
      `  Try      curl -H 'Authorization: ${demo.key}' ${httpUrl}/assets`,
      `           curl -H 'Authorization: ${demo.key}' '${httpUrl}/kyi/v1/tokens?address=${demo.address}'`,
      `           curl -H 'Authorization: Bearer ${demo.key}' '${httpUrl}/me/monitoring/changes?days=365&sort=impact'`,
      `           curl -H 'Authorization: Bearer ${demo.key}' ${httpUrl}/me/notifications`,
    );
    if (now - demo.newestChangeAt > year) {
      lines.push(
        '',
        `  The newest demo change is from ${new Date(demo.newestChangeAt).toISOString().slice(0, 10)}, more than a year ago:`,
      );
      lines.push(
        '  the feed shows the last 365 days, so it is empty; npx attestry topics tail changes shows them all.',
      );
    }
  }
  if (unread.length > 0) {
    lines.push('', ...unread.map((sentence, index) => `  ${index === 0 ? 'Note    ' : '        '} ${sentence}`));
  }
  // The data of a production start is not to be deleted by a line that is at hand.
  lines.push('', `  Stop     Ctrl+C${demo === null ? '' : '        Start over  npm run reset'}`, '');
  return lines.join('\n');
}
