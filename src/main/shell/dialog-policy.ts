import { dialogPath } from './page-dialogs.ts'
import type { Header } from './policy.ts'

const none = "'none'"

/** The directives of one policy, each with its sources; names in small letters. */
const directivesOf = (policy: string) =>
  policy
    .split(';')
    .map((each) => each.trim().split(/\s+/))
    .filter(([name]) => name)
    .map(([name = '', ...sources]) => [name.toLowerCase(), sources] as const)

function permitIn(policy: string, source: string): string {
  const directives = directivesOf(policy)
  const sourcesOf = (wanted: string) => directives.find(([name]) => name === wanted)?.[1]
  // Where nothing is said of connections, the default holds for them; where that is not there, all may be reached.
  const sources = sourcesOf('connect-src') ?? sourcesOf('default-src')
  if (!sources) return policy
  const kept = sources.filter((each) => each.toLowerCase() !== none)
  const rest = directives.filter(([name]) => name !== 'connect-src')
  return [...rest, ['connect-src', [...kept, source]] as const]
    .map(([name, of]) => [name, ...of].join(' '))
    .join('; ')
}

/**
 * The headers of the document at `url`, where its server's policies of contents let it ask for a dialog too
 * (`page-dialogs.ts`): one path on its own origin more, which never reaches the network.
 */
export function permitDialogs(headers: readonly Header[], url: string): Header[] {
  if (!URL.canParse(url)) return [...headers]
  const source = new URL(url).origin + dialogPath
  return headers.map(({ name, value }) =>
    name.toLowerCase() === 'content-security-policy'
      ? {
          name,
          value: value
            .split(',')
            .map((policy) => permitIn(policy, source))
            .join(', '),
        }
      : { name, value },
  )
}
