import type { BodyMark } from './model.ts'

/** Width and height of the drawn figure; marks are fractions of these. */
export const figure = { width: 200, height: 420 } as const

// Centres as fractions of the figure, seen from behind: there the patient's left is on the left.
const middle = { head: [0.5, 0.09], neck: [0.5, 0.17] } as const
const front = { chest: [0.5, 0.27], belly: [0.5, 0.4], hips: [0.5, 0.5] } as const
const back = { upper_back: [0.5, 0.27], lower_back: [0.5, 0.4], seat: [0.5, 0.5] } as const
const limbs = {
  shoulder: [0.32, 0.21],
  arm: [0.22, 0.35],
  hand: [0.17, 0.51],
  thigh: [0.41, 0.61],
  knee: [0.4, 0.72],
  lower_leg: [0.395, 0.82],
  foot: [0.37, 0.94],
} as const

type RegionName =
  | keyof typeof middle
  | keyof typeof front
  | keyof typeof back
  | `${'left' | 'right'}_${keyof typeof limbs}`

/** Returns the parts of the body on a side by their centres, from head to foot. Left is the patient's left. */
export function regionsOf(side: BodyMark['side']) {
  const trunk = Object.entries({ ...middle, ...(side === 'front' ? front : back) })
  const sided = Object.entries(limbs).flatMap(([name, [x, y]]) => [
    [`left_${name}`, [side === 'back' ? x : 1 - x, y]] as const,
    [`right_${name}`, [side === 'back' ? 1 - x : x, y]] as const,
  ])
  return [...trunk, ...sided]
    .map(([name, [x, y]]) => ({ name: name as RegionName, side, x, y }))
    .sort((a, b) => a.y - b.y)
}

/** Returns the part of the body that is nearest to a mark. */
export function regionAt(mark: BodyMark): RegionName {
  const distance = (region: BodyMark) =>
    Math.hypot((region.x - mark.x) * figure.width, (region.y - mark.y) * figure.height)
  return regionsOf(mark.side).reduce((a, b) => (distance(b) < distance(a) ? b : a)).name
}
