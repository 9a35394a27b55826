import type { VNode } from 'preact';
import { Agrees } from '../../parts/agrees.tsx';
import { SideBox } from '../../parts/side-box.tsx';
import { Time } from '../../parts/time.tsx';
import type { ListedMatch } from '../../readers/changes/listed-match.ts';

interface Props {
  readonly match: ListedMatch | null;
}

/** What the list and the token state, beside each other, and whether the list still has the entry. */
export const Listed = ({ match }: Props): VNode | null =>
  match === null ? null : (
    <section class="card pad stack" aria-label="The entry of the list">
      {match.entry === null ? null : (
        <p>
          <b>{match.entry.isListed ? 'Still listed' : 'Not listed any more'}</b> in the newest file read (
          <Time at={match.entry.fileOf} />
          ).
        </p>
      )}
      <div class="meaning">
        <SideBox side={match.theirs} />
        <SideBox side={match.ours} />
        <Agrees text={match.agrees} />
      </div>
    </section>
  );
