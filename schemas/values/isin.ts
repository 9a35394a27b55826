const shape = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Whether `text` is an International Securities Identification Number, ISO 6166: shape and check digit (Luhn). */
export function isIsin(text: string): boolean {
  if (!shape.test(text)) return false;
  const digits = Array.from(text, (character) => Number.parseInt(character, 36).toString()).join('');
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
