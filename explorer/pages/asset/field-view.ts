import type { PublicChange } from '../../readers/asset/public-change.ts';
import type { AssetView } from '../../readers/asset/view.ts';
import {
  fieldInPath,
  statementView,
  type StatementLabels,
  type StatementView,
} from '../../readers/statements/statement-view.ts';
import type { Statement } from '../../readers/statements/queries.ts';

/** A field of a token: what states it now, and the confirmed changes of it. */
export interface FieldView {
  readonly label: string;
  /** "USDC on Ethereum". */
  readonly token: string;
  readonly tokenPath: string;
  readonly canonical: string;
  /** Slug of the chain, whose accounts values may be. */
  readonly chain: string;
  readonly now: readonly StatementView[];
  /** Newest first; null if they cannot be read now. */
  readonly changes: readonly PublicChange[] | null;
  /** How many of the newest changes of the token these are among, if there are older ones; null: these are all. */
  readonly amongNewest: number | null;
}

/** Null for a field that no source states and no confirmed change is about. */
export function fieldView(
  field: string,
  asset: AssetView,
  statements: readonly Statement[],
  labels: StatementLabels,
): FieldView | null {
  const now = statements.filter((one) => fieldInPath(one) === field).flatMap((one) => statementView(one, labels) ?? []);
  const changes = asset.changes?.filter((change) => change.field === field) ?? null;
  const label = now[0]?.label ?? changes?.[0]?.label;
  if (label === undefined) return null;
  return {
    label,
    token: `${asset.symbol} on ${asset.chain}`,
    tokenPath: asset.path,
    canonical: `${asset.canonical}/fields/${encodeURIComponent(field)}`,
    chain: asset.chainSlug,
    now,
    changes,
    amongNewest: asset.isHistoryCut ? (asset.changes?.length ?? null) : null,
  };
}
