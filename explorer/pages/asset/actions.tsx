import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Passing } from '../../parts/passing.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { signInPath } from '../../labels/next-path.ts';
import type { AssetView } from '../../readers/asset/view.ts';

interface Props {
  readonly view: AssetView;
  readonly frame: Frame;
  /** Item of the reader's watchlist; null if the token is not on it. */
  readonly watchedAs: string | null;
  /** Public tokens of the issuer, this one included. */
  readonly ofIssuer: number;
}

const mayWatch = ({ signedIn }: Frame): boolean =>
  ['monitoring:read', 'watchlist:write'].every((scope) => signedIn?.scopes.includes(scope) === true);

/** Leads to the tokens of the issuer, to choose among them. */
const WatchIssuer = ({ view, frame, ofIssuer }: Props): VNode | null =>
  view.issuer === null || ofIssuer < 2 || !mayWatch(frame) ? null : (
    <a class="btn" href={`/watchlist/add?text=${encodeURIComponent(view.issuer.did)}`}>
      {`Watch all ${ofIssuer} of `}
      <Theirs text={view.issuer.name} />
    </a>
  );

/** Watching leads through the sign-in; a key that may not write gets no control that it cannot use (U-17). */
const Watch = ({ view, frame, watchedAs }: Props): VNode | null => {
  const { signedIn } = frame;
  if (signedIn === null) {
    return (
      <a class="btn main" href={signInPath(`/watchlist?add=${encodeURIComponent(view.caip19)}`)}>
        <Icon name="eye" />
        Watch
      </a>
    );
  }
  if (watchedAs !== null) {
    return (
      <a class="btn" href={`/watchlist/${watchedAs}`}>
        <Icon name="check" />
        On your watchlist
      </a>
    );
  }
  if (!mayWatch(frame)) return null;
  return (
    <Form frame={frame} action="/watchlist" hidden={{ assetId: view.assetId }}>
      <button class="btn main" type="submit">
        <Icon name="eye" />
        Watch
      </button>
    </Form>
  );
};

/** What a reader can do with the token. */
export const AssetActions = (props: Props): VNode => (
  <div class="row">
    <Watch {...props} />
    <WatchIssuer {...props} />
    <a class="btn" href={props.view.jsonPath}>
      <Icon name="json" />
      JSON
    </a>
    <Passing url={props.view.canonical} />
  </div>
);
