import type { VNode } from 'preact';
import type { TooMany } from '../../evidence.ts';
import type { Frame } from '../../page-route.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { changesPath } from '../../labels/feed-paths.ts';
import { documentOf } from '../../render.ts';
import { counted } from '../../labels/dates.ts';
import { Actions, Command } from './actions.tsx';
import { Chain } from './chain.tsx';
import type { ChainView } from './chain-view.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';

type Props = {
  readonly view: ChangeView;
  readonly frame: Frame;
  readonly isPublic?: boolean;
  readonly hasFile?: boolean;
} & (
  | { readonly chain: ChainView & { readonly computed: NonNullable<ChainView['computed']> } }
  | { readonly tooMany: TooMany }
);

interface VerdictProps {
  readonly chain: Pick<ChainView, 'files'> & { readonly computed: NonNullable<ChainView['computed']> };
}

const Head = ({ view, isPublic }: { readonly view: ChangeView; readonly isPublic: boolean }): VNode => (
  <div class="head">
    <p class="crumbs">
      {isPublic ? (
        <a href={view.token.path ?? '/'}>
          <Theirs text={`${view.token.symbol} on ${view.token.chain}`} />
        </a>
      ) : (
        <a href={changesPath}>Changes</a>
      )}
      <span>/</span>
      <a href={view.path}>This change</a>
    </p>
    <h1>Computed again</h1>
    <p>
      <Theirs text={view.headline} />
    </p>
  </div>
);

/** Where bytes were not at hand, their hash was not computed. */
const sameText = (unchecked: number): string =>
  unchecked === 0
    ? 'Every hash is the same, and the same change comes out'
    : 'Every hash that was computed is the same, and the same change comes out';

const Verdict = ({ chain }: VerdictProps): VNode => {
  const { ok, notProved, at, folded, checks } = chain.computed;
  const unchecked = chain.files.filter(({ check }) => check?.state === 'stated').length;
  const isProved = ok && notProved.length === 0;
  return (
    <section class="card pad stack" aria-label="Result">
      <h2 class={`row ${isProved ? 'good' : ok ? '' : 'bad'}`}>
        <Icon name={isProved ? 'shield' : ok ? 'open' : 'alert'} size={20} />
        {ok ? sameText(unchecked) : 'The chain of evidence is broken'}
      </h2>
      {notProved.length === 0 ? null : <p class="small">Not all of it is proved here: {notProved.join('; ')}.</p>}
      <p class="small muted">
        Computed on <Time at={at} exact /> from {counted(folded, 'observation')} of this token.
        {unchecked === 0 ? null : ` The bytes of ${counted(unchecked, 'file')} were not at hand.`}
      </p>
      <ul class="checks small">
        {checks.map(({ state, text }) => (
          <li key={text} class={state === 'verified' ? '' : 'bad'}>
            <Icon name={state === 'verified' ? 'check' : 'alert'} size={13} />
            <Theirs text={text} />
            <span class="hidden">{state === 'verified' ? ': the same' : ': differs'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const EvidencePage = (props: Props): VNode => (
  <Layout title={`Evidence: ${props.view.headline}`} frame={props.frame}>
    <Head view={props.view} isPublic={props.isPublic === true} />
    <div class="stack">
      {'tooMany' in props ? (
        <section class="stack">
          <h2>Too large for a page</h2>
          <Empty of="evidence" next={[{ href: props.view.path, name: 'Back to the change' }]}>
            The token has {counted(props.tooMany.observations, 'observation')}. A page folds up to 50,000 of them; the
            command line has no such limit, and the operator can run it:
          </Empty>
          <Command id={props.view.id} />
        </section>
      ) : (
        <>
          <Verdict chain={props.chain} />
          <section class="card">
            <div class="card-head">
              <h2>Step by step</h2>
            </div>
            <Chain view={props.view} chain={props.chain} />
            <Actions
              view={props.view}
              isEvidence
              isPublic={props.isPublic === true}
              hasFile={props.hasFile !== false}
            />
          </section>
        </>
      )}
    </div>
  </Layout>
);

export const evidencePage = (props: Props): Buffer => documentOf(<EvidencePage {...props} />);
