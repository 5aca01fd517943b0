declare const __FOYER_FULL__: boolean

/** The values that samples are shown with, by what they are of: sizes, languages, … */
type Axes = Readonly<Record<string, readonly unknown[]>>
export type Setting<A extends Axes> = { readonly [Axis in keyof A]: A[Axis][number] }

/** A number that looks like chance and is the same for the same text (FNV-1a, and its bits mixed once more). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** One value of each axis, chosen by the sample's name: the same on every run, whatever other samples there are. */
export function settingOf<A extends Axes>(axes: A, sample: string): Setting<A> {
  const chosen = Object.entries(axes).map(([axis, values]) => [
    axis,
    values[hashOf(`${axis} of ${sample}`) % values.length],
  ])
  return Object.fromEntries(chosen) as Setting<A>
}

/** The samples by the size that their names choose: each change of it costs more than the look itself. */
export const bySize = (
  axes: Axes & { readonly size: readonly unknown[] },
  samples: readonly string[],
) => axes.size.flatMap((size) => samples.filter((sample) => settingOf(axes, sample).size === size))

/** Samples that the default tier looks at in one setting; the full tier has none of them, as it looks at each in all. */
export const inDefaultTier = <S>(samples: readonly S[]) => (__FOYER_FULL__ ? [] : samples)

/** The samples that are looked at with this value: all in the full tier, else a share by their names. */
export const shareOf = <V, S extends string>(
  values: readonly V[],
  value: V,
  samples: readonly S[],
) => samples.filter((sample) => __FOYER_FULL__ || settingOf({ values }, sample).values === value)

/** The samples with the values that they are looked at with, as rows of a table. */
export const spread = <V, S extends string>(samples: readonly S[], values: readonly V[]) =>
  values.flatMap((value) =>
    shareOf(values, value, samples).map((sample) => [sample, value] as const),
  )

export const allSettings = <A extends Axes>(axes: A): Setting<A>[] =>
  Object.entries(axes).reduce<object[]>(
    (made, [axis, values]) =>
      made.flatMap((each) => values.map((value) => ({ ...each, [axis]: value }))),
    [{}],
  ) as Setting<A>[]

/** Every pair of values of two axes that none of the samples is shown with. */
export function missingPairs(axes: Axes, samples: readonly string[]): string[] {
  const shown = samples.map((sample) => settingOf(axes, sample))
  const names = Object.keys(axes)
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) =>
      allSettings({ [one]: axes[one]!, [other]: axes[other]! })
        .filter(
          (pair) => !shown.some((each) => each[one] === pair[one] && each[other] === pair[other]),
        )
        .map((pair) => JSON.stringify(pair)),
    ),
  )
}
