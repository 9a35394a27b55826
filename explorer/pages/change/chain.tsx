import { confidenceTitle, confidenceWord } from './confidence.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { IconName } from '../../icons.ts';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { sourceHost } from '../../labels/source-host.ts';
import { counted } from '../../labels/dates.ts';
import { wordOf } from '../../labels/words.ts';
import { dimensionName } from './dimension-names.ts';
import type { ChainObservation, ChainView } from './chain-view.ts';
import type { Check } from './check.ts';
import type { EvidenceFile } from './files.ts';
import { type ChangeView, changePath } from '../../readers/changes/change-view.ts';

interface Props {
  readonly view: ChangeView;
  readonly chain: ChainView;
  /** Path of another change of the same row or document. */
  readonly pathOf?: (id: string) => string;
}

const Step = (props: {
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}): VNode => (
  <li>
    <span class="knot">
      <Icon name={props.icon} size={13} />
    </span>
    <div>
      <h3>{props.title}</h3>
      {props.children}
    </div>
  </li>
);

/** What was computed again; nothing where nothing was. */
const Outcome = ({ check }: { readonly check: Check | null }): VNode | null =>
  check === null ? null : (
    <span class={check.state === 'verified' ? 'ok' : check.state === 'broken' ? 'bad small' : 'muted small'}>
      <Icon name={check.state === 'verified' ? 'check' : check.state === 'broken' ? 'alert' : 'open'} size={13} />
      <Theirs text={check.text} />
    </span>
  );

const File = ({ file }: { readonly file: EvidenceFile }): VNode => (
  <div>
    <span class="row">
      {file.labels.join(', ')}
      {file.at === null ? null : <Time at={file.at} exact />}
    </span>
    <Copied text={file.hash} what="hash of the bytes" />
    <span class="row">
      <Outcome check={file.check} />
      {file.path === null ? null : (
        <a class="small" href={file.path} download>
          Download the bytes
        </a>
      )}
      {file.note === null ? null : <span class="muted">{file.note}</span>}
    </span>
  </div>
);

/** A copy names who keeps it, and where: it is not the publisher's own file. */
const Origin = ({ view: { copyOf, source, new: passage } }: Pick<Props, 'view'>): VNode => {
  const host = passage.url === null ? null : sourceHost(passage.url);
  return copyOf === null ? (
    <>Source: {source}.</>
  ) : (
    <>
      Copy of {copyOf.list} kept by {copyOf.by}
      {host === null ? '' : ' on '}
      {host === null ? null : <Theirs text={host} />}.
    </>
  );
};

const Bytes = ({ chain: { files, withoutBytes }, view }: Props): VNode => (
  <Step icon="bytes" title="Bytes">
    <p class="small muted">
      {files.length === 0 ? `${withoutBytes}, so there is no file behind it` : counted(files.length, 'file')}.{' '}
      <Origin view={view} />
    </p>
    <div class="pairs">
      {files.map((file) => (
        <File key={file.hash} file={file} />
      ))}
    </div>
  </Step>
);

/** How many providers of nodes answered with the value, of one block. */
const agreementText = (providers: number): string =>
  providers === 1 ? 'One provider answered so.' : `${providers} providers answered so, for the same block.`;

/** The value in full is at the top of the page. */
const shortened = (value: string): string => (value.length <= 80 ? value : `${value.slice(0, 79)}…`);

const Observation = ({ one }: { readonly one: ChainObservation }): VNode => (
  <div>
    <p>
      {one.value === null ? (
        <b>{one.label}</b>
      ) : (
        <>
          {one.label}:{' '}
          <b>
            <Theirs text={shortened(one.value)} />
          </b>
        </>
      )}
    </p>
    <Copied text={one.id ?? one.sha256} what="id of the observation" />
    {one.readBy === null ? null : (
      <p class="muted">
        Read by <Theirs text={one.readBy} />.
      </p>
    )}
    {one.quorum === null ? null : <p class="muted">{agreementText(one.quorum)}</p>}
    {one.found === null ? null : (
      <p>
        <Theirs text={one.found} />
      </p>
    )}
    <Outcome check={one.check} />
  </div>
);

const Revisions = ({ view, chain, pathOf = changePath }: Props): VNode => (
  <Step icon="file" title="Change">
    <Copied text={view.id} what="id of the change" />
    <ol class="small">
      {chain.revisions.map(({ revision, confirmed, disposition, revisedAt }) => (
        <li key={revision}>
          Revision {revision}: {disposition === 'superseded' ? 'withdrawn' : confirmed ? 'confirmed' : 'a draft'},{' '}
          <Time at={revisedAt} exact />
        </li>
      ))}
    </ol>
    {view.group.length === 0 ? null : (
      <details class="small">
        <summary>{counted(view.group.length, 'further change')} of the same row or document</summary>
        <ul>
          {view.group.map((id) => (
            <li key={id}>
              <a href={pathOf(id)} class="hash">
                {id}
              </a>
            </li>
          ))}
        </ul>
      </details>
    )}
  </Step>
);

const Rules = ({ view }: Pick<Props, 'view'>): VNode => (
  <Step
    icon="rule"
    title={
      <>
        Rules of {view.rulesVersion}
        <span class="muted small">
          <span title={confidenceTitle(view)}>
            <Theirs text={confidenceWord(view)} />
          </span>
          , {wordOf('assessmentMethod', view.method)}
        </span>
      </>
    }
  >
    <ul class="small rules">
      {view.rules.map(({ rule, claim, direction }) => (
        <li key={rule}>
          <span>
            <Theirs text={claim} /> <code>{rule}</code>
          </span>
          <DirectionMark direction={direction} />
        </li>
      ))}
    </ul>
  </Step>
);

/** The evidence of the change, from the bytes to the assessment. */
export const Chain = ({ view, chain, ...rest }: Props): VNode => (
  <ol class="chain pad">
    <Bytes view={view} chain={chain} />
    <Step icon="eye" title="Observations">
      <div class="pairs">
        {chain.observations.map((one) => (
          <Observation key={one.label} one={one} />
        ))}
      </div>
    </Step>
    <Revisions view={view} chain={chain} {...rest} />
    <Rules view={view} />
    <Step
      icon="seal"
      title={
        <>
          Assessment <DirectionMark direction={view.direction} />
        </>
      }
    >
      <div class="row small">
        {view.dimensions.map(({ kind, direction }) => (
          <span key={kind} class="row">
            {dimensionName(kind)} <DirectionMark direction={direction} />
          </span>
        ))}
      </div>
      <Copied text={view.inputFingerprint} what="hash of the inputs" />
    </Step>
  </ol>
);
