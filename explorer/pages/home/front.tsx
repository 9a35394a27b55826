import type { VNode } from 'preact';
import { Verdict } from '../../parts/verdict.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Passage } from '../../parts/quote.tsx';
import { Token } from '../../parts/token-tag.tsx';
import type { ExampleToken } from './example.ts';
import type { NewestChange } from './newest.ts';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';

const DemoCall = (): VNode => (
  <form class="card pad call" action="/signin" method="post">
    <p>
      <b>This is the demo.</b> Files of real registers and lists, replayed at their own dates, for tokens that exist.
      Names that end in “(demo)” are made up, or have a made-up verification.
    </p>
    <input type="hidden" name="demo" value="yes" />
    <button class="btn main" type="submit">
      <Icon name="play" />
      Sign in and see every change
    </button>
  </form>
);

const Example = ({ example }: { readonly example: ExampleToken }): VNode => (
  <section class="stack" aria-label="A token and its verdict">
    <div class="row between">
      <h2>
        <a href={example.path}>
          <Theirs text={example.name} /> on {example.chain}
        </a>
      </h2>
      <a class="small" href={example.path}>
        Who controls it, with proofs
      </a>
    </div>
    <Verdict {...example.now} />
  </section>
);

const Newest = ({ newest }: { readonly newest: readonly NewestChange[] }): VNode => (
  <section class="stack" aria-label="What changed">
    <h2>What changed</h2>
    <ul class="shelf news">
      {newest.map((change) => (
        <li key={change.category} class="card">
          <p class="row between small muted">
            {change.category}
            <Time at={change.at} />
          </p>
          <h3>
            <a href={change.path}>
              <Theirs text={change.headline} />
            </a>
          </h3>
          <p class="small">
            <Theirs text={change.impact} />
          </p>
          {change.passage === null ? null : <Passage pieces={change.passage} />}
          <div class="row">
            <DirectionMark direction={change.direction} />
            <Token {...change.token} />
          </div>
        </li>
      ))}
    </ul>
  </section>
);

/** What the start page has besides the tokens. */
export interface Front {
  readonly newest: readonly NewestChange[];
  readonly example: ExampleToken | null;
  /** The reader can sign in to the demo without a key. */
  readonly hasDemo: boolean;
}

export const FrontParts = ({ front }: { readonly front: Front }): VNode => (
  <>
    {front.hasDemo ? <DemoCall /> : null}
    {front.example === null ? null : <Example example={front.example} />}
    {front.newest.length === 0 ? null : <Newest newest={front.newest} />}
  </>
);
