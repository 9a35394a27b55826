import type { VNode } from 'preact';
import { State, type StateProps } from './state.tsx';
import { Term } from './term.tsx';
import { Theirs } from './theirs.tsx';
import { Time } from './time.tsx';

/** How much of a token is read. */
export interface CoverageView {
  /** "3 of 5". */
  readonly count: string;
  readonly parts: readonly {
    readonly name: string;
    readonly state: StateProps;
    /** Milliseconds; null where nothing was read or nothing has a date. */
    readonly readAt: number | null;
    readonly text: string;
    /** What the reader can do; null where nothing is to be done, and for anybody. */
    readonly next: string | null;
  }[];
}

interface Props {
  readonly title: string;
  /** Null while the tables do not answer. */
  readonly coverage: CoverageView | null;
}

/** What of a token is read, part by part. */
export const Coverage = ({ title, coverage }: Props): VNode => (
  <section class="card" id="coverage">
    <h2>
      <Term of="read">{title}</Term>
      {coverage === null ? '' : `: ${coverage.count}`}
    </h2>
    {coverage === null ? (
      <p class="pad small muted">What is read of this token is not known now.</p>
    ) : (
      <ul class="others">
        {coverage.parts.map(({ name, state, readAt, text, next }) => (
          <li key={name}>
            <span class="row">
              <b>{name}</b>
              <State {...state} />
            </span>
            <span class="small">
              <Theirs text={text} />
              {readAt === null ? null : (
                <span class="muted">
                  {' '}
                  Last read <Time at={readAt} />.
                </span>
              )}
              {next === null ? null : <span class="muted"> {next}</span>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
