import type { VNode } from 'preact';
import type { Frame } from '../../page-route.ts';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { signInPath } from '../../labels/next-path.ts';
import type { AssetView } from '../../readers/asset/view.ts';

interface Props {
  readonly view: AssetView;
  readonly frame: Frame;
  /** Item of the reader's watchlist; null if the token is not on it. */
  readonly watchedAs: string | null;
}

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
  if (!['monitoring:read', 'watchlist:write'].every((scope) => signedIn.scopes.includes(scope))) return null;
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
    <a class="btn" href={props.view.jsonPath}>
      <Icon name="json" />
      JSON
    </a>
  </div>
);
