import type { VNode } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { bundleName } from './bundle-name.ts';
import type { ChangeView } from '../../readers/changes/change-view.ts';

export const Command = ({ id }: { readonly id: string }): VNode => (
  <pre class="term">{`npx attestry explain ${id} --bundle change.json\nnpx attestry explain --check change.json`}</pre>
);

/** How anyone computes the change again: here, or elsewhere with one file. */
export const Actions = ({
  view,
  isEvidence = false,
  isPublic = false,
  hasFile = true,
}: {
  readonly view: ChangeView;
  readonly isEvidence?: boolean;
  readonly isPublic?: boolean;
  /** The reader gets the file. */
  readonly hasFile?: boolean;
}): VNode => (
  <div class="pad stack">
    <div class="row">
      {isEvidence ? null : (
        <a class="btn main" href={`${view.path}/evidence`}>
          <Icon name="seal" />
          Compute it again now
        </a>
      )}
      {hasFile ? (
        <a class={isEvidence ? 'btn main' : 'btn'} href={`${view.path}/bundle.json`} download>
          <Icon name="down" />
          Evidence in one file
        </a>
      ) : (
        <span class="small muted">Key holders get the evidence in one file: not all of it is public.</span>
      )}
      {isPublic ? null : (
        <a class="btn" href={`${view.path}.json`}>
          <Icon name="json" />
          JSON
        </a>
      )}
      {view.token.path === null ? null : (
        <a class="btn quiet" href={`${view.token.path}/changes.atom`}>
          <Icon name="rss" />
          Feed of <Theirs text={view.token.symbol} />
        </a>
      )}
    </div>
    {hasFile ? (
      <>
        <p class="small muted">
          With the file and this program, anyone checks every step, without this service and without a network:
        </p>
        <pre class="term">{`npx attestry explain --check ${bundleName(view.id)}`}</pre>
      </>
    ) : null}
  </div>
);
