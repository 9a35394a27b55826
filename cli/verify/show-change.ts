import type { Change, RegistryAsset } from '../../schemas/generated/records.ts';
import type { Lead } from '../program/output/output.ts';
import { shortened } from '../program/output/table.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { levelOf } from './newest-changes.ts';

/** A change in the answers of `changes list --json`. */
export const answerOf = (change: Change): Readonly<Record<string, unknown>> => ({
  id: change.id,
  revision: change.revision,
  assetId: change.assetId,
  category: change.category,
  level: levelOf(change),
  direction: change.direction,
  severity: change.severity,
  confirmed: change.confirmed,
  disposition: change.disposition,
  source: change.sourceKey,
  subjectKey: change.subjectKey,
  field: change.field,
  headline: change.explanation.headline,
  detail: change.detail,
  reason: change.explanation.whatDetail,
  before: change.before,
  after: change.after,
  quote: change.quote,
  detectedAt: new Date(change.detectedAt).toISOString(),
  knownAt: new Date(change.knownAt).toISOString(),
  revisedAt: new Date(change.revisedAt).toISOString(),
});

const nameOf = (change: Change, asset: RegistryAsset | null): string =>
  asset === null ? change.assetId : `${asset.symbol} on ${asset.chain}`;

/** Both sides of a candidate or draft, and what agrees. */
export const both = (change: Change, asset: RegistryAsset | null): string =>
  [
    `${levelOf(change) ?? change.category}  ${change.severity}  ${change.direction}  ${change.id}  since ${new Date(change.detectedAt).toISOString()}`,
    `    ${visibleText(change.explanation.headline)} (${visibleText(nameOf(change, asset))}, asset ${change.assetId})`,
    `    ${visibleText(change.detail)}`,
    `    ${visibleText(change.explanation.whatDetail)}`,
  ].join('\n');

const colours: Readonly<Record<string, Lead['colour']>> = { weakens: 'red', mixed: 'yellow', strengthens: 'green' };
/** Of the longest direction. */
const leadWidth = 'strengthens'.length;

export const leadOf = ({ direction }: Change): Lead => ({
  text: direction.padEnd(leadWidth),
  colour: colours[direction] ?? null,
});

/** Of the longest severity. */
const severityWidth = 'severe'.length;

/** The rest of a line whose lead is the direction. The id is before the headline, so a narrow terminal cuts no id. */
export function line(change: Change, asset: RegistryAsset | null, width: number): string {
  const { detectedAt, id, confirmed, explanation, severity } = change;
  const state = confirmed ? '' : ' (not confirmed)';
  const text = `  ${new Date(detectedAt).toISOString().slice(0, 16)}Z  ${severity.padEnd(severityWidth)}  ${id}  ${nameOf(change, asset)}: ${explanation.headline}${state}`;
  return shortened(visibleText(text), width - leadWidth);
}
