import { randomInt as systemRandomInt } from 'node:crypto'
import type { SecretWeakness } from '../../../shared/desk/members.ts'
import { memberSecretMost, pinLength } from '../../../shared/entry-limits.ts'
import { isEasyPin } from '../../kiosk/staff-panel/pin/pin.ts'

/** Characters of a passphrase: in all, different ones, and ones besides the name. */
const passphraseNeeds = { length: 8, different: 5, besidesName: 6 } as const

/** So popular that an attacker guesses them first, with any others around them. */
const popular: ReadonlySet<string> = new Set(
  [
    'password passwort passphrase qwerty qwertyui qwertyuiop asdfghjkl abcdefgh',
    'letmein letmeinnow welcome iloveyou sunshine princess football baseball',
    'administrator reception receptionist frontdesk clinic doctor nurse hospital',
    'contrasena bienvenido bienvenida teamo teamomucho clinica recepcion foyer',
    'changeme changemenow trustno computer secret temporary',
  ].flatMap((line) => line.split(' ')),
)

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Normalizes a typed secret: the same characters on every keyboard. */
export const spelled = (secret: string): string => secret.normalize('NFKC')

/** Too little is left of the secret without the name's words. */
function isOfName(secret: string, name: string): boolean {
  const words = [folded(name), ...name.split(/[\s\p{P}]+/u).map(folded)]
  let rest = folded(secret)
  for (const word of words.filter((each) => each.length > 2).sort((a, b) => b.length - a.length))
    rest = rest.split(word).join('')
  return rest !== folded(secret) && rest.length < passphraseNeeds.besidesName
}

/** Finds why a member of that name may not choose this passphrase or PIN, if so. */
export function weaknessOf(typed: string, name: string): SecretWeakness | undefined {
  const secret = spelled(typed)
  const characters = Array.from(secret)
  if (characters.length > memberSecretMost) return 'tooLong'
  if (/^\d*$/.test(secret)) {
    if (characters.length < pinLength.least) return 'tooShort'
    return isEasyPin(secret) ? 'tooEasy' : undefined
  }
  if (characters.length < passphraseNeeds.length) return 'tooShort'
  if (isOfName(secret, name)) return 'ownName'
  const letters = folded(secret).replace(/^\p{N}+|\p{N}+$/gu, '')
  const isEasy = new Set(characters).size < passphraseNeeds.different || popular.has(letters)
  return isEasy ? 'tooEasy' : undefined
}

/** Draws a PIN for one sign-in. `randomInt(n)`: a whole number from 0 to n - 1. */
export function drawTemporary(randomInt: (below: number) => number = systemRandomInt): string {
  for (;;) {
    const pin = String(randomInt(10 ** 8)).padStart(8, '0')
    if (!isEasyPin(pin)) return pin
  }
}
