import type { ComponentChildren, VNode } from 'preact';
import type { RequestNow } from '../../../../api/readmodel/resources/requests/requests.ts';
import type { Frame } from '../../../page-route.ts';
import { counted } from '../../../labels/dates.ts';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Layout } from '../../../parts/layout.tsx';
import { Theirs } from '../../../parts/theirs.tsx';
import { documentOf } from '../../../render.ts';
import type { DoneView } from './done.ts';
import { Requests } from './requests.tsx';
import type { Choice, PasteView } from './view.ts';

export const addPath = '/watchlist/add';

export interface AddProps {
  readonly frame: Frame;
  /** What was pasted. */
  readonly text: string;
  /** Null before the first paste. */
  readonly view: PasteView | null;
  /** Null if they cannot be read now. */
  readonly requests: readonly RequestNow[] | null;
  /** What the last form did. */
  readonly done: DoneView | null;
  readonly mayWrite: boolean;
}

const Box = (props: {
  readonly name: 'ask' | 'asset';
  readonly value: string;
  readonly isChosen?: boolean;
  readonly children: ComponentChildren;
}): VNode => (
  <li>
    <label class="row small">
      <input type="checkbox" name={props.name} value={props.value} checked={props.isChosen === true} />
      <span>{props.children}</span>
    </label>
  </li>
);

const Token = ({ choice, isChosen = false }: { readonly choice: Choice; readonly isChosen?: boolean }): VNode => (
  <Box name="asset" value={choice.assetId} isChosen={isChosen}>
    <b>
      <Theirs text={choice.symbol} />
    </b>{' '}
    {choice.chain}{' '}
    <span class="muted">
      <Theirs text={choice.name} />, <Theirs text={choice.issuer} />
      {choice.address === null ? null : `, ${choice.address}`}
    </span>
  </Box>
);

const Group = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode => (
  <fieldset class="plainset">
    <legend class="label">{title}</legend>
    <ul class="others">{children}</ul>
  </fieldset>
);

const Missing = ({ missing }: Pick<PasteView, 'missing'>): VNode => (
  <Group title="Not public: ask the operator for these">
    {missing.map(({ line, isRegistered, caip19 }) => {
      const why = isRegistered ? 'registered, its issuer is not verified' : 'not in this registry';
      const text = (
        <>
          <Theirs text={line} /> <span class="muted">{why}</span>
        </>
      );
      return caip19 === null ? (
        <li key={line} class="small">
          {text}
          <span class="muted">; name its chain to ask for it</span>
        </li>
      ) : (
        <Box key={line} name="ask" value={caip19}>
          {text}
        </Box>
      );
    })}
  </Group>
);

const Found = ({ view, frame }: { readonly view: PasteView } & Pick<AddProps, 'frame'>): VNode => (
  <section class="card" aria-label="What the paste finds">
    <h2>{view.summary}</h2>
    <Form class="pad stack" frame={frame} action={addPath} hidden={{ do: 'add' }}>
      {view.found.length === 0 ? null : (
        <Group title="Found">
          {view.found.map((choice) => (
            <Token key={choice.assetId} choice={choice} isChosen />
          ))}
        </Group>
      )}
      {view.ambiguous.map(({ line, candidates, more }) => (
        <Group key={line} title={`Several tokens match “${line}”: choose`}>
          {candidates.map((choice) => (
            <Token key={choice.assetId} choice={choice} />
          ))}
          {more === 0 ? null : (
            <li class="small muted">{counted(more, 'more token')}: paste the address of the one that you mean.</li>
          )}
        </Group>
      ))}
      {view.overLimit.length === 0 ? null : (
        <Group title="Found, beyond the last free place">
          {view.overLimit.map((choice) => (
            <Token key={choice.assetId} choice={choice} />
          ))}
        </Group>
      )}
      {view.missing.length === 0 ? null : <Missing missing={view.missing} />}
      {view.refused.length === 0 ? null : (
        <ul class="others">
          {view.refused.map(({ line, why }) => (
            <li key={line} class="small">
              <Theirs text={line} /> <span class="muted">{why}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <button class="btn main" type="submit">
          <Icon name="eye" />
          Watch and ask for what is chosen
        </button>
      </div>
    </Form>
  </section>
);

const Paste = ({ text, frame }: Pick<AddProps, 'frame' | 'text'>): VNode => (
  <section class="card" aria-label="Paste tokens">
    <Form class="pad stack" frame={frame} action={addPath} hidden={{ do: 'check' }}>
      <Field
        name="text"
        class="field wide"
        label="One a line, up to 250: address, explorer URL, CAIP-19, ticker with its chain, or an issuer's LEI"
        rows={8}
        required
        value={text}
      />
      <div>
        <button class="btn" type="submit">
          <Icon name="find" />
          Find these
        </button>
      </div>
    </Form>
  </section>
);

const Left = ({ left }: Pick<DoneView, 'left'>): VNode => (
  <section class="card" aria-label="What is left">
    <h2>What is left</h2>
    <ul class="others pad">
      {left.map(({ token, why }) => (
        <li key={token} class="small">
          <Theirs text={token} /> <span class="muted">{why}</span>
        </li>
      ))}
    </ul>
  </section>
);

const AddPage = (props: AddProps): VNode => {
  const { frame, view, done, mayWrite, requests } = props;
  return (
    <Layout title="Watch many tokens" frame={frame}>
      <div class="head">
        <p class="crumbs">
          <a href="/watchlist">Watchlist</a>
        </p>
        <h1>Watch many tokens</h1>
        <p>Paste a list, choose what to watch, and ask the operator for what is not public yet.</p>
      </div>
      <div class="stack">
        {done === null ? null : (
          <p class="toast" role="status">
            {done.summary}
          </p>
        )}
        {done === null || done.left.length === 0 ? null : <Left left={done.left} />}
        {mayWrite && view !== null ? <Found view={view} frame={frame} /> : null}
        {mayWrite ? <Paste {...props} /> : null}
        <Requests requests={requests} frame={frame} mayWrite={mayWrite} />
      </div>
    </Layout>
  );
};

export const addPage = (props: AddProps): Buffer => documentOf(<AddPage {...props} />);
