import { expect, it } from 'vitest'
import { drawTemporary, weaknessOf } from './member-secret.ts'

const name = 'Ana María Reyes-Ek'

it.each([
  ...['493027', '198427', '4930274930275', 'grey stones sing', 'Ana likes stones', 'ñandú con té'],
  ...['p4ss the salt', '🐟🐠🐡🦈🐬🐳🐋🦭'],
])('%j may be chosen', (secret) => {
  expect(weaknessOf(secret, name)).toBeUndefined()
})

it.each([
  ...(['', '1', '49302', 'grey st', 'aB3$xyz'] as const).map((secret) => [secret, 'tooShort']),
  ...['123456', '111111', '777777777', '121212', '987654'].map((secret) => [secret, 'tooEasy']),
  ...[
    'aaaaaaaa',
    'abababab',
    'Password',
    'password1',
    '2024Welcome!',
    'Contraseña',
    'iloveyou',
  ].map((secret) => [secret, 'tooEasy']),
  ...['anamaria', 'Reyes2024', 'ana.reyes', 'ANA MARÍA', 'mariareyes99'].map((secret) => [
    secret,
    'ownName',
  ]),
  ['x y'.repeat(43), 'tooLong'],
])('%j is refused: %s', (secret, why) => {
  expect(weaknessOf(secret, name)).toBe(why)
})

it('a temporary PIN is drawn again where it is easily guessed, and keeps its zeros', () => {
  const drawn = [11_111_111, 12_345_678, 4_930_275]
  expect(drawTemporary(() => drawn.shift() ?? 0)).toBe('04930275')
  expect(new Set(Array.from({ length: 20 }, () => drawTemporary())).size).toBeGreaterThan(1)
})
