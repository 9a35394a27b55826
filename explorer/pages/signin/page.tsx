import type { VNode } from 'preact';
import type { Frame, Transport } from '../../page-route.ts';
import { Field, RefusalOfForm } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { KeyContact } from '../../parts/key-contact.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { documentOf } from '../../render.ts';
import type { DemoRole } from '../../demo-roles.ts';

export interface SignInProps {
  /** Where to go afterwards. */
  readonly next: string;
  /** What the reader came for: "to read “…”"; null where that is not known, or not public. */
  readonly reason: string | null;
  readonly frame: Frame;
  readonly transport: Transport;
  /** Roles of the demo that sign in without a typed key. */
  readonly demo: readonly DemoRole[];
  /** The one whose form a script sends at once; null for none. */
  readonly atOnce: DemoRole | null;
}

const DemoForm = ({ role, next, atOnce }: SignInProps & { readonly role: DemoRole }): VNode => (
  <form action="/signin" method="post" {...(role.name === atOnce?.name ? { 'data-at-once': '' } : {})}>
    <input type="hidden" name="demo" value={role.name} />
    <input type="hidden" name="next" value={next} />
    <button class={role.isFirst ? 'btn main' : 'btn'} type="submit">
      <Icon name={role.isFirst ? 'play' : 'key'} />
      {role.button}
    </button>
  </form>
);

const Demo = (props: SignInProps): VNode => (
  <section class="card pad stack narrow" aria-label="The demo">
    <p>This is the demo on your own machine. Its keys may be used by anyone here, so you need not type one.</p>
    <div class="row">
      {props.demo.map((role) => (
        <DemoForm key={role.name} {...props} role={role} />
      ))}
    </div>
    <p class="small muted">
      A reader watches tokens and gets their changes. The operator decides candidates and sees keys, intake and rules.
    </p>
  </section>
);

const Form = ({ next, demo, frame }: SignInProps): VNode => (
  <form class="card pad stack narrow" action="/signin" method="post">
    <RefusalOfForm.Provider value={frame.refused}>
      <Field
        name="key"
        class="field wide mono"
        label="API key"
        type="password"
        required
        maxLength={200}
        autocomplete="current-password"
        spellcheck={false}
        autoFocus={demo.length === 0}
      />
    </RefusalOfForm.Provider>
    <input type="hidden" name="next" value={next} />
    <div class="row">
      <button class="btn main" type="submit">
        <Icon name="key" />
        Sign in
      </button>
      <span class="small muted">The session ends after 24 hours, or after 8 hours without a visit.</span>
    </div>
    <KeyContact frame={frame} what="for a key, or for another one" />
  </form>
);

const SignIn = (props: SignInProps): VNode => (
  <Layout title="Sign in" frame={props.frame} isIndexed={false}>
    <div class="hero">
      <h1>
        Sign in
        {props.reason === null ? null : (
          <>
            {' '}
            <Theirs text={props.reason} />
          </>
        )}
      </h1>
      <p class="muted">
        The browser gets a session of its own. The key is stored neither in the browser nor in the session.
      </p>
      {props.transport === 'none' ? (
        <p class="card pad">
          Signing in needs https: over plain http, others on the network could read the key. Ask the operator for an
          https address of these pages.
        </p>
      ) : (
        <>
          {props.demo.length === 0 ? null : <Demo {...props} />}
          <Form {...props} />
        </>
      )}
    </div>
  </Layout>
);

export const signInPage = (props: SignInProps): Buffer => documentOf(<SignIn {...props} />);
