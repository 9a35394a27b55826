/** Digits in groups of three: `1234567` is `1,234,567`. A sign may stand before them. */
export function inThousands(digits: string): string {
  const first = (digits.length - (digits.startsWith('-') ? 1 : 0)) % 3 || 3;
  const head = digits.startsWith('-') ? first + 1 : first;
  const groups = digits.slice(head).match(/.{3}/gs) ?? [];
  return [digits.slice(0, head), ...groups].join(',');
}
