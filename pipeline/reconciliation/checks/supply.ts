import { reserveReport } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import type { CheckFinding, LastCheck } from '../check.ts';
import { decimalOf, decimalPlaces, mostDecimals, scaledDecimal } from '../decimals.ts';
import { assetsOf, factsOf, latestOf, suppliesOf, type SupplyReading } from '../token-state.ts';
import { hourMs } from '../../../schemas/values/durations.ts';

/** A report is about a day somewhere on earth: readings from so long before to so long after its time count. */
const window = { before: 12 * hourMs, after: 36 * hourMs } as const;
/** Differences up to this limit are not reported; in thousandths, so half a percent. */
const tolerance = 5n;

/** The total that a report states against what all deployments held around its date. */
export function checkSupply(
  state: KeyedState,
  tokenId: string,
  assetId: string,
  last: LastCheck | undefined,
): CheckFinding | null {
  const report = newestReport(state, tokenId, assetId);
  if (report === null) return null;
  const { held, value, at } = report;
  const deployments = assetsOf(state, tokenId);
  const basis = [held.observationId, value.asOf, ...deployments].join(' ');
  // Readings of later hours replace those that were compared.
  if (last?.basis === basis && last.state !== 'not_comparable') return { ...unknown, ...last };
  const total = value.totalSupply;
  if (total === null) return { ...unknown, basis };
  const left = { source: held.sourceKey, value: total, asOf: at, observationId: held.observationId };
  const sums = sumsOf(
    deployments.map((one) =>
      suppliesOf(state, tokenId, one).filter((read) => read.at >= at - window.before && read.at <= at + window.after),
    ),
    decimalPlaces(total),
  );
  if (sums === null) return { ...unknown, basis, left };
  const { least, most, scale, newest } = sums;
  const stated = scaledDecimal(total, scale);
  const bound = stated < least ? least : stated > most ? most : stated - least < most - stated ? least : most;
  const apart = stated > bound ? stated - bound : bound - stated;
  const isOutside = stated * 1000n < least * (1000n - tolerance) || stated * 1000n > most * (1000n + tolerance);
  const differs = isOutside && apart > 10n ** BigInt(scale);
  // Further readings within the time can only bring the two closer.
  if (differs && (latestOf(state, tokenId) ?? 0) < at + window.after) return { ...unknown, basis, left };
  return {
    basis,
    left,
    state: differs ? 'differ' : 'agree',
    right: {
      source: 'chains',
      value: decimalOf(bound, scale),
      asOf: newest.at,
      observationId: newest.observationId,
    },
    difference: differs ? decimalOf(apart, scale) : null,
  };
}

const unknown = { state: 'not_comparable', left: null, right: null, difference: null } as const;

function newestReport(state: KeyedState, tokenId: string, assetId: string) {
  const reports = factsOf(state, tokenId, assetId, 'report').map((held) => {
    const value = storedValue(held.value, reserveReport);
    return { held, value, at: Date.parse(value.asOf) };
  });
  return reports.sort((a, b) => b.at - a.at)[0] ?? null;
}

/** The least and the greatest sum of one reading of each deployment; null where one has none, or no decimal places. */
function sumsOf(readings: readonly (readonly SupplyReading[])[], places: number) {
  const all = readings.flat();
  if (readings.some((ofOne) => ofOne.length === 0)) return null;
  const scale = Math.max(places, ...all.map(({ decimals }) => decimals ?? Infinity));
  const [newest] = [...all].sort((a, b) => b.at - a.at);
  if (newest === undefined || scale > mostDecimals) return null;
  let [least, most] = [0n, 0n];
  for (const ofOne of readings) {
    const amounts = ofOne.map(({ units, decimals }) => BigInt(units) * 10n ** BigInt(scale - (decimals ?? 0)));
    least += amounts.reduce((a, b) => (a < b ? a : b));
    most += amounts.reduce((a, b) => (a > b ? a : b));
  }
  return { least, most, scale, newest };
}
