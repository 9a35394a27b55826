/** Writing systems that share words with Latin letters: a name in Chinese, Japanese or Korean often has both. */
const besideLatin = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const letter = /\p{L}/u;
const latin = /\p{Script=Latin}/u;
const common = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a word of a text has Latin letters and letters of another alphabet: "USDС" with the Cyrillic С passes for "USDC". */
export function hasMixedScripts(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => {
    const letters = Array.from(word).filter((one) => letter.test(one) && !common.test(one));
    const others = letters.filter((one) => !latin.test(one));
    return others.length < letters.length && others.some((one) => !besideLatin.test(one));
  });
}
