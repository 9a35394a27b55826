import type { VNode } from 'preact';
import { Term } from '../../parts/term.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Time } from '../../parts/time.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { AssetView } from '../../readers/asset/view.ts';
import type { PowerView } from '../../readers/asset/powers.ts';

/** Icon and class of each word. */
export const powerMarks = {
  Yes: ['key', 'yes'],
  'Yes, now': ['alert', 'now'],
  'Yes, not now': ['key', 'yes'],
  No: ['check', 'no'],
  'Not read': ['open', 'unread'],
} as const;

const Row = ({ power, path }: { readonly power: PowerView; readonly path: string }): VNode => {
  const [icon, tone] = powerMarks[power.word];
  return (
    <li class={tone}>
      <span>{power.name}</span>
      <span>
        <b>
          <Icon name={icon} size={13} />
          {power.word}
        </b>{' '}
        <Theirs text={power.note} />
        {power.field === null && power.at === null ? null : (
          <span class="by">
            {power.field === null ? null : (
              <>
                <a href={`${path}/fields/${power.field}`} aria-label={`History: ${power.name}`}>
                  History
                </a>
                {power.at === null ? null : ', '}
              </>
            )}
            {power.at === null ? null : (
              <>
                as of <Time at={power.at} />
              </>
            )}
          </span>
        )}
      </span>
    </li>
  );
};

/** What can be done to a holder, and by whom. */
export const Powers = ({ view: { powers, path } }: { readonly view: Pick<AssetView, 'path' | 'powers'> }): VNode => (
  <section class="card">
    <h2>
      <Term of="powers">What it can do to you</Term>
    </h2>
    <ul class="powers">
      {powers.map((power) => (
        <Row key={power.name} power={power} path={path} />
      ))}
    </ul>
  </section>
);
