/** The screen on which a page is seen, CSS pixels. */
const screen: Readonly<Record<string, number>> = { width: 1_280, height: 800 };

/** Whether a screen applies a list of media queries. A feature that is not known counts as there. */
export const isShownOnScreen = (queries: string): boolean =>
  queries.trim() === '' || queries.toLowerCase().split(',').some(isQueryTrue);

function isQueryTrue(query: string): boolean {
  const isNegated = /^\s*not\b/.test(query);
  const type = /^\s*(?:only\s+|not\s+)?([a-z]+)(?!\s*\()/.exec(query)?.[1];
  const isType = type === undefined || type === 'all' || type === 'screen' || type === 'and' || type === 'not';
  const features = [...query.matchAll(/\(([^()]{0,100})\)/g)].map((match) => match[1] ?? '');
  const isTrue = isType && features.every(isFeatureTrue);
  return isNegated ? !isTrue : isTrue;
}

function isFeatureTrue(feature: string): boolean {
  const [, bound = '', side = '', value = '', unit = ''] =
    /^\s*(min|max)-(?:device-)?(width|height)\s*:\s*([\d.]{1,12})(px|em|rem)\s*$/.exec(feature) ?? [];
  if (bound !== '') {
    const limit = Number(value) * (unit === 'px' ? 1 : 16);
    return bound === 'min' ? (screen[side] ?? 0) >= limit : (screen[side] ?? 0) <= limit;
  }
  if (/orientation\s*:\s*portrait|^\s*prefers-(?!.*(?:no-preference|light))|forced-colors\s*:\s*active/.test(feature))
    return false;
  return !/^\s*(?:hover\s*:\s*none|pointer\s*:\s*coarse)/.test(feature);
}
