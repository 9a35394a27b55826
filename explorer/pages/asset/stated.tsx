import type { VNode } from 'preact';
import { SourcedFacts } from '../../parts/sourced-facts.tsx';
import type { AssetView } from '../../readers/asset/view.ts';
import type { StatementView } from '../../readers/statements/statement-view.ts';

/** Supply, and what documents and the chain state of the token: each value with its source and its day. */
export const Stated = ({ view: { supply, values, path } }: Props): VNode | null => {
  const shown = [...(supply === null ? [] : [supply]), ...values];
  if (shown.length === 0) return null;
  return (
    <section class="card">
      <h2>{supply === null ? 'What is stated of it' : 'Supply and what is stated of it'}</h2>
      <SourcedFacts facts={shown.map((one) => factOf(one, path))} />
    </section>
  );
};

interface Props {
  readonly view: Pick<AssetView, 'path' | 'supply' | 'values'>;
}

const factOf = ({ label, text, source, since, field, block }: StatementView, path: string) => ({
  name: label,
  text,
  source: block === null ? source : `${source}, block ${Number(block).toLocaleString('en-US')}`,
  at: since,
  path: `${path}/fields/${encodeURIComponent(field)}`,
});
