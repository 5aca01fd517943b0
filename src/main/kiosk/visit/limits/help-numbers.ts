import type { Clock } from '../../../base/clock.ts'

export type HelpNumbers = ReturnType<typeof createHelpNumbers>

const first = 100
const count = 900
const dayMs = 24 * 60 * 60_000

/** Gives each visit three unpredictable digits, none twice a day before all 900 were. `random`: in [0, 1). */
export function createHelpNumbers(
  clock: Pick<Clock, 'now'>,
  random: () => number = () =>
    Number(crypto.getRandomValues(new Uint32Array(1))[0]) / 0x1_0000_0000,
) {
  const usedAt = new Map<number, number>()
  return {
    next(): string {
      const now = clock.now()
      for (const [number, at] of usedAt) if (now - at >= dayMs) usedAt.delete(number)
      const free = Array.from({ length: count }, (_, index) => first + index).filter(
        (number) => !usedAt.has(number),
      )
      const number = free[Math.floor(random() * free.length)] ?? usedAt.keys().next().value ?? first
      usedAt.delete(number)
      usedAt.set(number, now)
      return String(number)
    },
  }
}
