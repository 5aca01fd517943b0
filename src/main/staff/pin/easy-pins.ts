/** PINs that people choose so often that somebody who guesses begins with them, and that no rule below finds. */
const popular: ReadonlySet<string> = new Set([
  '123654',
  '142536',
  '147258',
  '147852',
  '159357',
  '159753',
  '258369',
  '321654',
  '369258',
  '456123',
  '520131',
  '741852',
  '789456',
  '963852',
])

const twoYears = /^(19|20)\d\d(19|20)\d\d$/

/** Every digit follows the one before by the same step, 9 and 0 being neighbours; a step of 0 is one digit only. */
function isRun(digits: string): boolean {
  const steps = Array.from(digits)
    .slice(1)
    .map((digit, index) => Number(digit) - Number(digits[index]))
  return [0, 1, 9].some((step) => steps.every((each) => (each + 10) % 10 === step))
}

/** Digits that come in groups of the same length, one after the other: 112233, 111222. */
function isRunOfGroups(pin: string): boolean {
  return [2, 3, 4].some((size) => {
    const groups = pin.match(new RegExp(`(\\d)\\1{${size - 1}}`, 'g')) ?? []
    return groups.join('').length === pin.length && isRun(groups.map(([digit]) => digit).join(''))
  })
}

/** A run there and back again: 123321. */
function isMirroredRun(pin: string): boolean {
  const half = pin.slice(0, pin.length / 2)
  return pin === half + Array.from(half).reverse().join('') && isRun(half)
}

/** The same again: 121212, 123123, 19841984. */
function isRepeated(pin: string): boolean {
  return /^(\d+)\1+$/.test(pin)
}

/** Whether a PIN is one of those that everybody tries first. */
export function isEasyPin(pin: string): boolean {
  return (
    popular.has(pin) ||
    twoYears.test(pin) ||
    isRun(pin) ||
    isRunOfGroups(pin) ||
    isMirroredRun(pin) ||
    isRepeated(pin)
  )
}
