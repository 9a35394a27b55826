import type { PublicChange } from '../../readers/asset/public-change.ts';
import { ApiError } from '../../../api/errors.ts';
import type { AssetView } from '../../readers/asset/view.ts';
import type { FieldHistory } from '../../readers/asset/viewer.ts';
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
  /** There are older changes than these. */
  readonly isCut: boolean;
}

export interface FieldFacts {
  readonly asset: AssetView;
  /** Of the token. */
  readonly statements: readonly Statement[];
  /** Of the field; null if it cannot be read now. */
  readonly history: FieldHistory | null;
  readonly labels: StatementLabels;
}

/**
 * Null for a field that no source states and no confirmed change is about.
 * @throws ApiError `upstream_unavailable` where the changes, which cannot be read, would decide that
 */
export function fieldView(field: string, { asset, statements, history, labels }: FieldFacts): FieldView | null {
  const now = statements.filter((one) => fieldInPath(one) === field).flatMap((one) => statementView(one, labels) ?? []);
  const label = now[0]?.label ?? history?.changes[0]?.label;
  if (label === undefined && history === null) {
    throw new ApiError('upstream_unavailable', 'Upstream service unavailable');
  }
  if (label === undefined) return null;
  return {
    label,
    token: `${asset.symbol} on ${asset.chain}`,
    tokenPath: asset.path,
    canonical: `${asset.canonical}/fields/${encodeURIComponent(field)}`,
    chain: asset.chainSlug,
    now,
    changes: history?.changes ?? null,
    isCut: history?.isCut === true,
  };
}
