import type { Refused } from '../../shared/windows.ts'
import { describe } from './policy.ts'

type Reading = (match: readonly string[]) => Refused

/**
 * How Chromium says on a page's console what it did not do (`third_party/blink/renderer`, messages of its security and
 * intervention sources). Of an address in them the origin alone is read.
 */
const readings: readonly (readonly [RegExp, Reading])[] = [
  [
    /^Blocked opening '([^']*)' in a new window/,
    ([, url = '']) => ({ what: 'popup', target: describe(url) }),
  ],
  [
    /^Ignored call to '(alert|confirm|prompt|print)\(\)'/,
    ([, name = '']) => ({ what: 'dialog', target: name }),
  ],
  [
    /^Blocked (alert|confirm|prompt|beforeunload)\b/i,
    ([, name = '']) => ({ what: 'dialog', target: name.toLowerCase() }),
  ],
  [
    /^Download is disallowed|^Blocked download|download.*(sandbox|blocked)/i,
    () => ({ what: 'download', target: 'sandboxed' }),
  ],
  [
    /^Failed to load '([^']*)' as a plugin, because the frame/,
    ([, url = '']) => ({ what: 'download', target: describe(url), kind: 'pdf' }),
  ],
  [
    /Permissions policy violation: ([a-z-]{1,40}) is not allowed/i,
    ([, name = '']) => ({ what: 'permission', target: name.toLowerCase() }),
  ],
  [
    /^Permission to use ([A-Za-z ]{1,30}) (?:API )?(?:has been|was) (?:blocked|denied)/,
    ([, name = '']) => ({ what: 'permission', target: name.toLowerCase() }),
  ],
  [
    /^(?:Refused to create|Creating) a worker from '([^']*)'/,
    ([, url = '']) => ({ what: 'permission', target: describe(url), kind: 'worker' }),
  ],
  [
    /^(?:Unsafe attempt to initiate navigation|Blocked form submission to '([^']*)')/,
    ([, url = '']) => ({ what: 'navigation', target: url === '' ? 'frame' : describe(url) }),
  ],
]

/** What was refused, by Chromium's own words for it on the console; undefined for any other message. */
export function refusedInWords(text: string): Refused | undefined {
  for (const [pattern, read] of readings) {
    const match = pattern.exec(text)
    if (match) return read(match)
  }
  return undefined
}
