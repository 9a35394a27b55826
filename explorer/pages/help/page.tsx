import type { VNode } from 'preact';
import { type Frame, pageAnswer, type PageRoute } from '../../page-route.ts';
import { Layout } from '../../parts/layout.tsx';
import { documentOf } from '../../render.ts';
import { helpGroups } from './terms.ts';

const HelpPage = ({ frame }: { readonly frame: Frame }): VNode => (
  <Layout title="Help" frame={frame}>
    <div class="head">
      <h1>Help</h1>
      <p>The words of these pages, and what each of them states.</p>
      <nav class="tabs" aria-label="On this page">
        {helpGroups.map(({ place, title }) => (
          <a key={place} href={`#${place}`}>
            {title}
          </a>
        ))}
      </nav>
    </div>
    <div class="stack">
      {helpGroups.map(({ place, title, about, terms }) => (
        <section key={place} class="card" aria-labelledby={place}>
          <div class="card-head">
            <h2 id={place}>{title}</h2>
            <p class="small muted">{about}</p>
          </div>
          <dl class="facts">
            {terms.map(({ name, meaning }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Layout>
);

/** The glossary of the pages, where their terms lead. */
export const helpRoute: PageRoute = {
  name: 'help',
  method: 'GET',
  path: '/help',
  scopes: null,
  handle: ({ frame }) => pageAnswer(documentOf(<HelpPage frame={frame} />)),
};
