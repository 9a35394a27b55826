import type { VNode } from 'preact';
import type { Frame, Transport } from '../../page-route.ts';
import { Icon } from '../../parts/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { documentOf } from '../../render.ts';

export interface SignInProps {
  /** Where to go afterwards. */
  readonly next: string;
  readonly frame: Frame;
  readonly transport: Transport;
  /** The key that was sent was refused, for whatever reason. */
  readonly refused: boolean;
  /** The key of the demo signs in without being typed. */
  readonly hasDemo: boolean;
}

/** With scripts the link that the program prints signs in at once. */
const DemoForm = ({ next, frame, refused }: SignInProps): VNode => (
  <form
    class="card pad stack narrow"
    action="/signin"
    method="post"
    {...(frame.path.includes('demo=yes') && !refused ? { 'data-at-once': '' } : {})}
  >
    <p>This is the demo on your own machine. Its key may be used by anyone here, so you need not type it.</p>
    <input type="hidden" name="demo" value="yes" />
    <input type="hidden" name="next" value={next} />
    <div>
      <button class="btn main" type="submit">
        <Icon name="play" />
        Sign in to the demo
      </button>
    </div>
  </form>
);

const Form = ({ next, refused, hasDemo }: SignInProps): VNode => (
  <form class="card pad stack narrow" action="/signin" method="post">
    {refused ? (
      <p class="bad" role="alert">
        This key does not sign in: it is unknown, ended, or lacks the scope monitoring:read.
      </p>
    ) : null}
    <label class="stack">
      <span class="label">API key</span>
      <input
        class="field wide mono"
        type="password"
        name="key"
        required
        maxLength={200}
        autocomplete="current-password"
        spellcheck={false}
        autoFocus={!hasDemo}
      />
    </label>
    <input type="hidden" name="next" value={next} />
    <div class="row">
      <button class="btn main" type="submit">
        <Icon name="key" />
        Sign in
      </button>
      <span class="small muted">for 24 hours at most, and until 8 hours without a visit</span>
    </div>
  </form>
);

const SignIn = (props: SignInProps): VNode => (
  <Layout title="Sign in" frame={props.frame}>
    <div class="hero">
      <h1>Sign in</h1>
      <p class="muted">
        The browser gets a session of its own. The key is stored neither in the browser nor in the session.
      </p>
      {props.transport === 'none' ? (
        <p class="card pad">
          Signing in needs https: over plain http, others on the network could read the key. The operator sets
          ATTESTRY_EXPLORER_URL to an https address.
        </p>
      ) : (
        <>
          {props.hasDemo ? <DemoForm {...props} /> : null}
          <Form {...props} />
        </>
      )}
    </div>
  </Layout>
);

export const signInPage = (props: SignInProps): Buffer => documentOf(<SignIn {...props} />);
