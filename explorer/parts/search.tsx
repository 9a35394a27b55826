import type { VNode } from 'preact';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

/** The search form: a GET, so that its result has an address. */
export const Search = ({ text = '', size = 15 }: { readonly text?: string; readonly size?: number }): VNode => (
  <form class="find" role="search" action="/" method="get">
    <Icon name="find" size={size} />
    <input
      type="search"
      name="q"
      dir="auto"
      value={text}
      maxLength={200}
      aria-label="Find a token by address, URL, ticker, name or issuer"
      placeholder="Address, URL, ticker, name or issuer"
    />
  </form>
);

/** Words that no token has: the registry cannot know which token they mean. */
export const NoToken = ({ text }: { readonly text: string }): VNode => (
  <>
    No token found for “<Theirs text={text} />
    ”. Try its address.
  </>
);

interface MeantProps {
  readonly texts: readonly string[];
  readonly pathOf: (text: string) => string;
}

/** Texts that find something, where a mistyped one found nothing. */
export const Meant = ({ texts, pathOf }: MeantProps): VNode | null =>
  texts.length === 0 ? null : (
    <>
      {' Did you mean '}
      {texts.map((text, index) => (
        <>
          {index === 0 ? null : ' or '}
          <a key={text} href={pathOf(text)}>
            <Theirs text={text} />
          </a>
        </>
      ))}
      ?
    </>
  );
