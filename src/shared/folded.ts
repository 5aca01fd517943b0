/** Letters that a keyboard without them is helped with, and that Unicode takes for letters of their own. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Writes letters without case and accents, as every search compares them: José is found as jose. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    // Marks of other scripts are vowels.
    .replace(/[\u0300-\u036f]/g, '')
    .toLocaleLowerCase('en')
    .replace(/[łøđıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
