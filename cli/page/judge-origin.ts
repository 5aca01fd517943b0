import { getDomain } from 'tldts'
import { isPublicName } from '../../src/main/kiosk/form-origins/public-suffix.ts'
import { isHttpsOrLoopback, isLoopback } from '../../src/shared/loopback.ts'
import names from './known-names.json' with { type: 'json' }
import { homePage, type OriginRecord, type PageRecord } from './watch-page.ts'

/** A short list of ours: public ones have tens of thousands, change weekly, and add nothing for a form's few origins. */
const trackers = new Set(names.trackers)

export type JudgedOrigin = ReturnType<typeof judgeOrigins>[number]

const needed = ['document', 'frame', 'script', 'fetch', 'stylesheet']

/** Judges each origin of a page that began at `first` (the origin of the completion URL). */
export function judgeOrigins(record: PageRecord, first: string) {
  const isEmpty = record.isUseless || record.firstTextMs === undefined
  return record.origins.map((each) => {
    const whose = whoseIs(each.origin, first)
    const isNeeded = needed.some((kind) => kind in each.kinds)
    return {
      ...each,
      whose,
      isEmptyWithout: isEmpty && each.refused > 0 && isNeeded,
      isWanted: whose !== 'known tracker' && mayBeListed(each),
    }
  })
}

/** False for a device of the network, for plain http, and for what a form only leads to once it is done. */
function mayBeListed({ origin, kinds }: OriginRecord): boolean {
  const url = new URL(origin)
  const isPlace = isLoopback(url.hostname) || isPublicName(url.hostname)
  return isHttpsOrLoopback(url) && isPlace && Object.keys(kinds).some((kind) => kind !== homePage)
}

function whoseIs(origin: string, first: string): 'first party' | 'known tracker' | 'another' {
  const [host, own] = [origin, first].map((each) => new URL(each).hostname) as [string, string]
  const domain = getDomain(host)
  if (host === own || (domain !== null && domain === getDomain(own))) return 'first party'
  return domain !== null && trackers.has(domain) ? 'known tracker' : 'another'
}

/** Writes the section of the settings that gives this page all it needs. */
export function formViewSection(judged: readonly JudgedOrigin[], first: string): object {
  const others = judged.filter(({ origin, isWanted }) => isWanted && origin !== first)
  const allowedOrigins = others.map(({ origin }) => origin).toSorted()
  return { formView: { origins: [first], allowedOrigins } }
}
