import type { VNode } from 'preact';
import { SupplyCurve } from '../../parts/supply.tsx';
import { SourcedFacts } from '../../parts/sourced-facts.tsx';
import type { AssetView } from '../../readers/asset/view.ts';
import type { StatementView } from '../../readers/statements/statement-view.ts';

/** What documents and the chain state of the token: each value with its source and its day. */
export const Stated = ({ view: { values, path } }: Pick<Props, 'view'>): VNode | null =>
  values.length === 0 ? null : (
    <section class="card">
      <h2>What is stated of it</h2>
      <SourcedFacts facts={values.map((one) => factOf(one, path))} />
    </section>
  );

/** How many units there are, and how many there were. */
export const Supply = ({ view: { supply, supplies, path, symbol, chain } }: Props): VNode | null =>
  supply === null ? null : (
    <section class="card">
      <h2>Supply</h2>
      <SourcedFacts facts={[factOf(supply, path)]} />
      <SupplyCurve readings={supplies} of={`${symbol} on ${chain}`} />
    </section>
  );

interface Props {
  readonly view: Pick<AssetView, 'chain' | 'path' | 'supplies' | 'supply' | 'symbol' | 'values'>;
}

const factOf = ({ label, text, source, since, field, block }: StatementView, path: string) => ({
  name: label,
  text,
  source: block === null ? source : `${source}, block ${Number(block).toLocaleString('en-US')}`,
  at: since,
  path: `${path}/fields/${encodeURIComponent(field)}`,
});
