import type { Value } from './declarations.ts';
import { pixelsOf } from './lengths.ts';

/** Text that is moved farther than this beyond the left or upper edge is not on the screen, CSS pixels. */
const farAway = -500;
/** Text in a box of at most this size is cut away. */
const tiny = 1.5;

/** Whether an element is placed outside of the page. */
export function isMovedAway(value: Value, size: number): boolean {
  const at = (property: string): number => pixelsOf(value(property) ?? '', size) ?? 0;
  if (at('text-indent') <= farAway || at('margin-left') <= farAway || at('margin-top') <= farAway) return true;
  const margins = (value('margin') ?? '').split(/\s+/).map((one) => pixelsOf(one, size) ?? 0);
  if (margins.some((one) => one <= farAway)) return true;
  const position = value('position');
  if (position === 'absolute' || position === 'fixed' || position === 'relative') {
    const inset = (value('inset') ?? '').split(/\s+/).map((one) => pixelsOf(one, size) ?? 0);
    const far = [at('left'), at('top'), at('right'), at('bottom'), ...inset];
    if (far.some((one) => one <= farAway) || Math.max(...far) >= 5_000) return true;
  }
  const moves = `${value('transform') ?? ''} translate(${(value('translate') ?? '').replaceAll(/\s+/g, ',')})`;
  return [...moves.matchAll(/translate(?:x|y|3d)?\(([^()]{0,100})\)/g)].some((match) =>
    (match[1] ?? '').split(',').some((one) => (pixelsOf(one, size) ?? 0) <= farAway),
  );
}

/** Whether nothing of the box of an element is left. */
export function isCutAway(value: Value, size: number): boolean {
  const scales = `${value('transform') ?? ''} scale(${value('scale') ?? '1'})`;
  if ([...scales.matchAll(/scale(?:x|y|3d)?\(([^()]{0,100})\)/g)].some((match) => hasSmall(match[1] ?? '')))
    return true;
  if (/rotate[xy]\(\s*-?90deg\s*\)/.test(value('transform') ?? '')) return true;
  if (isClipped(value('clip-path') ?? '', value('clip') ?? '')) return true;
  const overflow = [value('overflow'), value('overflow-x'), value('overflow-y')].join(' ');
  if (!/hidden|clip|scroll|auto/.test(overflow)) return false;
  return ['width', 'height', 'max-width', 'max-height'].some((property) => {
    const length = pixelsOf(value(property) ?? '', size);
    return length !== null && length <= tiny;
  });
}

const hasSmall = (list: string): boolean =>
  list.split(/[\s,]+/).some((one) => one !== '' && Math.abs(pixelsOf(one, 1, 1) ?? 1) < 0.05);

function isClipped(path: string, clip: string): boolean {
  const inset = /^inset\(\s*([\d.]+)%/.exec(path)?.[1];
  if (inset !== undefined && Number(inset) >= 50) return true;
  if (/^(?:circle|ellipse)\(\s*0(?:px|%)?\b/.test(path) || /^polygon\(\s*(?:0(?:px|%)?[\s,]*)+\)$/.test(path))
    return true;
  const edges =
    /^rect\(([^()]{1,60})\)$/
      .exec(clip)?.[1]
      ?.split(/[\s,]+/)
      .filter((one) => one !== '') ?? [];
  const [top, right, bottom, left] = edges.map((one) => pixelsOf(one, 1) ?? Number.NaN);
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return right - left <= tiny || bottom - top <= tiny;
}
