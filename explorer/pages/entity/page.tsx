import type { VNode } from 'preact';
import { counted } from '../../labels/dates.ts';
import type { Frame } from '../../page-route.ts';
import { ChangeTimes } from '../../parts/change-times.tsx';
import { Copied } from '../../parts/copied.tsx';
import { DirectionMark } from '../../parts/direction.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Layout } from '../../parts/layout.tsx';
import { Matches } from '../../parts/matches.tsx';
import { Passing } from '../../parts/passing.tsx';
import { SeverityMark } from '../../parts/severity.tsx';
import { SourcedFacts } from '../../parts/sourced-facts.tsx';
import { StoryText } from '../../parts/story.tsx';
import { Theirs } from '../../parts/theirs.tsx';
import { Worst } from '../../parts/worst.tsx';
import { Term } from '../../parts/term.tsx';
import { documentOf } from '../../render.ts';
import { headlineOf, storiesOf, tagsOf } from '../../stories.ts';
import type { EntityView } from './view.ts';

interface Props {
  readonly view: EntityView;
}

const Tokens = ({ view: { tokens } }: Props): VNode => (
  <section class="card">
    <h2>{counted(tokens.length, 'verified token')}</h2>
    <ul class="others">
      {tokens.map(({ name, chain, path, tone, text }) => (
        <li key={path}>
          <span class="row between">
            <a href={path}>
              <Theirs text={name} />
            </a>
            <span class="muted">{chain}</span>
          </span>
          <Worst tone={tone} text={text} />
        </li>
      ))}
    </ul>
  </section>
);

const Changes = ({ view: { changes } }: Props): VNode => (
  <section class="card">
    <div class="card-head">
      <h2>Changes</h2>
      <p class="small muted">
        confirmed ones, newest first, each with <Term of="direction">direction</Term> and{' '}
        <Term of="severity">severity</Term>
      </p>
    </div>
    {changes === null ? (
      <p class="pad small muted">The changes cannot be read now. Load the page again in a few seconds.</p>
    ) : changes.length === 0 ? (
      <Empty of="entity-changes" isPart next={[{ href: '/', name: 'See every verified token' }]}>
        No confirmed change of its tokens is shown yet.
      </Empty>
    ) : (
      <ol class="stories">
        {storiesOf(changes).map((story) => {
          const [first] = story.members;
          return (
            <li key={first.id}>
              <div class="dircell">
                <DirectionMark direction={first.direction} />
              </div>
              <StoryText
                news={null}
                path={first.path}
                headline={headlineOf(story)}
                impact={first.impact}
                tags={tagsOf(story)}
                confirmed
                isWithdrawn={false}
              >
                <SeverityMark severity={first.severity} />
                <ChangeTimes {...first} isDated />
              </StoryText>
            </li>
          );
        })}
      </ol>
    )}
  </section>
);

const EntityPage = ({ view, frame }: Props & { readonly frame: Frame }): VNode => (
  <Layout
    title={view.name}
    frame={frame}
    canonical={view.canonical}
    description={`${view.name}: ${counted(view.tokens.length, 'verified token')} in this registry.`}
    paper={{ what: [view.name], url: view.canonical, at: view.at }}
  >
    <div class="head">
      <p class="crumbs">
        <a href="/">Verified assets</a>
        <span>/</span>
        <span>Issuer</span>
      </p>
      <h1>
        <Theirs text={view.name} />
      </h1>
      {view.description === '' ? null : (
        <p>
          <Theirs text={view.description} />
        </p>
      )}
      <Passing url={view.canonical} />
    </div>
    <div class="stack">
      <Matches matches={view.matches} />
      <div class="cols">
        <div class="stack">
          <Tokens view={view} />
          <Changes view={view} />
        </div>
        <div class="stack">
          <section class="card">
            <h2>What is known of it</h2>
            {view.facts === null ? (
              <p class="pad small muted">It cannot be read now. Load the page again in a few seconds.</p>
            ) : (
              <SourcedFacts facts={view.facts} />
            )}
            <div class="pad small">
              <span class="label">DID</span>
              <Copied text={view.did} what="issuer DID" />
            </div>
          </section>
          {view.relations.length === 0 ? null : (
            <section class="card">
              <h2>Parents and relations</h2>
              <SourcedFacts facts={view.relations} />
            </section>
          )}
        </div>
      </div>
    </div>
  </Layout>
);

export const entityPage = (view: EntityView, frame: Frame): Buffer =>
  documentOf(<EntityPage view={view} frame={frame} />);
