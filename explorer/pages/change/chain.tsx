import type { ComponentChildren, VNode } from 'preact';
import type { IconName } from '../../icons.ts';
import { Copied } from '../../parts/copied.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Time } from '../../parts/time.tsx';
import { type ChangeView, changePath } from './view.ts';

const Step = (props: {
  readonly icon: IconName;
  readonly title: string;
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

const Pair = (props: {
  readonly old: string | null;
  readonly now: string | null;
  readonly what: string;
}): VNode | null =>
  props.old === null && props.now === null ? (
    <p class="small muted">None is stored for this change.</p>
  ) : (
    <div class="pairs">
      {props.old === null ? null : (
        <div>
          Before <Copied text={props.old} what={`earlier ${props.what}`} />
        </div>
      )}
      {props.now === null ? null : (
        <div>
          Now <Copied text={props.now} what={props.what} />
        </div>
      )}
    </div>
  );

/** What the change rests on, from the bytes to the assessment, and how anyone computes it again. */
export const Chain = ({ view }: { readonly view: ChangeView }): VNode => (
  <section class="card">
    <div class="card-head">
      <h2>How it is known</h2>
    </div>
    <ol class="chain pad">
      <Step icon="bytes" title="Bytes">
        <Pair old={view.old.artifactId} now={view.sourceHash ?? view.new.artifactId} what="hash of the source" />
      </Step>
      <Step icon="eye" title="Observations">
        <Pair old={view.old.observationSha256} now={view.new.observationSha256} what="hash of the observation" />
      </Step>
      <Step icon="file" title="Change">
        <p class="small">
          <span class="hash">{view.id}</span>{' '}
          <span class="muted">
            revision {view.revision}, {view.confirmed ? 'confirmed' : 'not confirmed'}, written for{' '}
            <Time at={view.revisedAt} exact />
          </span>
        </p>
        {view.group.length === 0 ? null : (
          <p class="small">
            Of the same row or document:{' '}
            {view.group.map((id) => (
              <a key={id} href={changePath(id)} class="hash">
                {id}{' '}
              </a>
            ))}
          </p>
        )}
      </Step>
      <Step icon="rule" title={`Rules of ${view.rulesVersion}, ${view.method}, confidence ${view.confidence}`}>
        <ul class="small rules">
          {view.rules.map(({ rule, claim }) => (
            <li key={rule}>
              <code>{rule}</code>
              <span>{claim}</span>
            </li>
          ))}
        </ul>
      </Step>
      <Step icon="seal" title="Assessment">
        <Copied text={view.inputFingerprint} what="hash of the inputs" />
      </Step>
    </ol>
    <div class="pad stack">
      <p class="small muted">
        This computes every step again from the stored bytes, and writes it to a file that anyone can check without this
        service.
      </p>
      <pre class="term">{`npx attestry explain ${view.id} --bundle change.json\nnpx attestry explain --check change.json`}</pre>
    </div>
  </section>
);
