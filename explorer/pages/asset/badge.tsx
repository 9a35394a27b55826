import { renderToString } from 'preact-render-to-string';
import type { Answer } from '../../../api/route/answer.ts';
import { dayOf } from '../../labels/dates.ts';
import { visibleLine } from '../../labels/visible.ts';
import { iconOf } from '../../parts/verdict.tsx';
import { icons } from '../../icons.ts';
import type { AssetView } from '../../readers/asset/view.ts';

/** Of a letter at this size, as wide as the widest usual one: the words are never cut. */
const letter = 6.8;
const longest = 80;

/** How a token is now, in words with the day; a shield only where it is good. Other sites may show it. */
export function badgeOf({ now: { worst, text }, symbol, asOf }: Pick<AssetView, 'asOf' | 'now' | 'symbol'>): Answer {
  const whole = visibleLine(`${symbol}: ${text}, ${dayOf(asOf)}`);
  const words = whole.length <= longest ? whole : `${whole.slice(0, longest - 1)}…`;
  const width = Math.ceil(38 + words.length * letter);
  const colour = { yes: '#19633a', not: '#a3271f', open: '#474d55' }[worst];
  const svg = renderToString(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={28} role="img" aria-label={words}>
      <rect x="0.5" y="0.5" width={width - 1} height="27" rx="5" fill="#fff" stroke={colour} />
      <svg x="8" y="6" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke={colour} stroke-width="2.25">
        <Shape name={iconOf[worst]} />
      </svg>
      <text x="30" y="18.5" font-family="system-ui, sans-serif" font-size="12" fill="#191c20">
        {words}
      </text>
    </svg>,
  );
  return { status: 200, type: 'image/svg+xml; charset=utf-8', bytes: Buffer.from(svg), headers: badgeHeaders };
}

const badgeHeaders = {
  'Cache-Control': 'public, max-age=300',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'",
} as const;

/** Icons are markup of ours; the badge draws their paths as elements. */
const Shape = ({ name }: { readonly name: 'alert' | 'open' | 'shield' }) => (
  <>
    {[...icons[name].matchAll(/<path d="([^"]+)"\/>/g)].map(([, d]) => (
      <path key={d} d={d} />
    ))}
    {[...icons[name].matchAll(/<circle cx="(\d+)" cy="(\d+)" r="(\d+)"\/>/g)].map(([, cx, cy, r]) => (
      <circle key={r} cx={cx} cy={cy} r={r} />
    ))}
  </>
);
