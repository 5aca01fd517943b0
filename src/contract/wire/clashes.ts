import { answeredRecords, listFields } from './answer-fields.ts'
import type { ReadProfile } from './profile-read.ts'

/** A contradiction between two values of a profile, each right by itself. */
export interface Clash {
  readonly path: string[]
  readonly message: string
}

const groups: readonly (readonly [string, readonly string[]])[] = [
  ['list', listFields],
  ...Object.entries(answeredRecords).map(
    ([name, { fields }]): readonly [string, readonly string[]] => [name, fields],
  ),
]
const wordGroups = [
  ['completed', 'archived', 'inProgress', 'notStarted'],
  ['verified', 'pending', 'incorrect', 'expired', 'locked'],
  ['completed', 'arrived', 'cancelled'],
] as const

const written = (path: string) => path.replace(/^\$\.?/, '')

/** Two fields at one place, and one word with two meanings. */
export function findClashes({ read }: { readonly read: ReadProfile }): Clash[] {
  const clashes: Clash[] = []
  for (const [group, fields] of groups) {
    const places = new Map<string, string>()
    for (const field of fields) {
      const name = `${group}.${field}`
      const place = written(read.fields[name] ?? field)
      const other = places.get(place)
      if (other === undefined) places.set(place, name)
      else
        clashes.push({
          path: ['read', 'fields', name in read.fields ? name : other],
          message: `another place: ${name in read.fields ? other : name} stands there`,
        })
    }
  }
  for (const group of wordGroups) {
    const meanings = new Map<string, string>()
    for (const meaning of group)
      for (const word of read.words[meaning]) {
        const other = meanings.get(String(word).toLowerCase())
        if (other === undefined) meanings.set(String(word).toLowerCase(), meaning)
        else if (other !== meaning)
          clashes.push({
            path: ['read', 'words', meaning],
            message: `other words than those of ${other}: ${word} is one`,
          })
      }
  }
  return clashes
}
