/** A moment of the samples: ms since 1970. */
export const sampleMoment = Date.UTC(2026, 2, 3, 15, 4)

/** So many minutes before it. */
export const minutesBefore = (minutes: number) => sampleMoment - minutes * 60_000
