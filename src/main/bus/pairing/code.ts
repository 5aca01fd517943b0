import { randomInt } from 'node:crypto'

/** Without I, L, O and U, which are taken for other characters, or make words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
const isCode = new RegExp(`^[${alphabet}]{${length}}$`)

/** A fresh code: 12 characters, 60 random bits. */
export function newCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** The code as it is shown: three groups of four. */
export function showCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** The code that someone typed: in any case, with what separates groups, O for 0, I or L for 1. Undefined: it is none. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s.–—-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return isCode.test(code) ? code : undefined
}
