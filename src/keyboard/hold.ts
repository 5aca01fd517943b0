/** Time that a finger rests on a key until the key offers its other letters; ms. */
const holdMs = 450

/** Watches one finger at a time that rests where it came down. */
export interface Hold {
  /** A finger came down; calls when it has rested. */
  readonly begin: (rested: () => void) => void
  /** It left. */
  readonly end: () => void
}

/** Makes a watch over a resting finger. */
export function createHold(): Hold {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  return {
    begin(rested) {
      end()
      timer = setTimeout(rested, holdMs)
    },
    end,
  }
}
