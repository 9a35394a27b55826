/** Reserve reports as obligations ask for them: dated, with what they state. */
import { disclosedDate } from '../../schemas/facts/disclosed.ts';
import { reserveReport } from '../../schemas/facts.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { AssetFacts, CurrentFact } from './facts.ts';

/** A dated report. */
export interface ReportSeen {
  /** Milliseconds. */
  readonly asOf: number;
  readonly evidence: readonly CurrentFact[];
  readonly members: ReadonlySet<string>;
}

/** Every dated report: figures of reports, and dates that documents state. */
export function reportsSeen(facts: AssetFacts): readonly ReportSeen[] {
  const whole = facts.of('report').map((held) => {
    const report = storedValue(held.value ?? '{}', reserveReport);
    const members = [
      ...(report.tokens === null && report.totalSupply === null ? [] : ['tokens']),
      ...(report.reserves === null ? [] : ['reserves']),
      ...(report.classes.length === 0 ? [] : ['classes']),
      ...beside(facts, held.sourceKey),
    ];
    return { asOf: Date.parse(report.asOf.slice(0, 10)), evidence: [held], members: new Set(members) };
  });
  const dated = facts.of('attestation_as_of').map((held) => {
    const { date } = storedValue(held.value ?? '{}', disclosedDate);
    return { asOf: Date.parse(date), evidence: [held], members: new Set(beside(facts, held.sourceKey)) };
  });
  return [...whole, ...dated].sort((a, b) => b.asOf - a.asOf);
}

/** What else the same source states about its report. */
function beside(facts: AssetFacts, source: string): readonly string[] {
  const states = (field: string): boolean => facts.of(field).some(({ sourceKey }) => sourceKey === source);
  return [
    ...(states('reserve_asset_classes') ? ['classes'] : []),
    ...(states('reserve_coverage_ratio') ? ['tokens', 'reserves'] : []),
    ...(states('external_auditor') ? ['auditor'] : []),
  ];
}
