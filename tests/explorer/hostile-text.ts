/** Closes attributes of both kinds and every element whose content is no markup; then what runs or leads away. */
export const markup = [
  `'"></textarea></title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>`,
  `"onfocus="alert(1)" autofocus x="<svg/onload=alert(1)><base href=//evil.example><meta http-equiv=refresh content=0>`,
  `javascript:alert(1)//'"><iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe><a href=javascript:alert(1)>`,
  `\u202e<form action=//evil.example><button formaction=javascript:alert(1)>{{7*7}}\${7*7}`,
] as const;

/** Puts markup behind each text that another party writes, one kind after the other. */
export function hostileText(): (text: string) => string {
  let turn = 0;
  return (text) => {
    turn += 1;
    return `${text} ${markup[turn % markup.length] ?? ''}`;
  };
}

/** What names can be: no markup, and harder to show than English words. */
const oddities = [
  // A word that no line has room for.
  `W${'w'.repeat(180)}`,
  // Written from right to left, with digits that are not.
  'شركة الأصول الرقمية 2026 المحدودة (ذ.م.م)',
  // Signs of several code points, and of two cells.
  '👩🏽‍🚀🏳️‍🌈🇫🇷 株式会社デジタル通貨発行',
  // Marks above and below a letter.
  `Z${'\u0351\u0346\u0323\u0331\u034f'.repeat(12)}a${'\u0310\u0325\u0359'.repeat(12)}lgo`,
] as const;

/** Puts one of the oddities behind each text that another party writes, one after the other. */
export function oddText(): (text: string) => string {
  let turn = 0;
  return (text) => {
    turn += 1;
    return `${text} ${oddities[turn % oddities.length] ?? ''}`;
  };
}
