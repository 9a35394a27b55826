import type { VNode } from 'preact';
import { ChangeTimes } from '../../parts/change-times.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Difference, differenceOf } from '../../parts/difference.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SeverityMark } from '../../parts/severity.tsx';
import { SourceLink } from '../../parts/source-link.tsx';
import { Term } from '../../parts/term.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import type { PublicChange } from '../../readers/asset/public-change.ts';

/** A row that came or went has one side, which the headline states already. */
const Values = ({ before, after }: Pick<PublicChange, 'after' | 'before'>): VNode | null => {
  if (before === null || after === null) return null;
  const pieces = differenceOf(before, after);
  if (pieces !== null) {
    return (
      <p class="small">
        <Difference pieces={pieces} />
      </p>
    );
  }
  return (
    <p class="small">
      <span class="hidden">before: </span>
      <Theirs text={before} />
      <span aria-hidden="true"> → </span>
      <span class="hidden">after: </span>
      <b>
        <Theirs text={after} />
      </b>
    </p>
  );
};

const Item = ({ change }: { readonly change: PublicChange }): VNode => (
  <li id={change.id}>
    <div class="dircell">
      <DirectionMark direction={change.direction} />
    </div>
    <article class="story">
      <h3>
        <a href={change.path}>
          <Theirs text={change.headline} />
        </a>
      </h3>
      <p>
        <Theirs text={change.impact} />
      </p>
      <Values before={change.before} after={change.after} />
      <div class="row">
        <SeverityMark severity={change.severity} />
        <ChangeTimes {...change} detectedAt={change.at} confirmed isDated />
        <a class="small" href={`${change.path}/evidence`}>
          How it is known
        </a>
        {change.sourceUrl === null ? (
          <span class="tag">{change.source}</span>
        ) : (
          <SourceLink url={change.sourceUrl} name={change.source} />
        )}
      </div>
    </article>
  </li>
);

/** Confirmed changes; a change that waits for a confirmation is never public. */
export const ChangeList = ({
  changes,
  isCut,
  path,
  atomPath,
}: {
  readonly changes: readonly PublicChange[] | null;
  /** There are older ones. */
  readonly isCut: boolean;
  /** Of the page. */
  readonly path: string;
  readonly atomPath: string;
}): VNode => (
  <section class="card">
    <div class="card-head row">
      <h2>Changes</h2>
      <span class="muted small">
        {isCut ? `the ${changes?.length ?? 0} newest confirmed ones` : 'confirmed ones, newest first'}, each with{' '}
        <Term of="direction">direction</Term> and <Term of="severity">severity</Term>
      </span>
      <a class="btn quiet" href={atomPath}>
        <Icon name="rss" />
        Feed
      </a>
    </div>
    {changes === null ? (
      <Empty of="asset-changes-away" isPart next={[{ href: path, name: 'Load the page again' }]}>
        The changes cannot be read now: the tables do not answer in time.
      </Empty>
    ) : null}
    {changes?.length === 0 ? (
      <Empty of="asset-changes" isPart next={[{ href: atomPath, name: 'Follow the feed' }]}>
        No confirmed change is shown yet. The feed will have the first one.
      </Empty>
    ) : null}
    {changes === null || changes.length === 0 ? null : (
      <ol class="stories">
        {changes.map((change) => (
          <Item key={change.id} change={change} />
        ))}
      </ol>
    )}
  </section>
);
