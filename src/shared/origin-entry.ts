const anyBelow = '*.'

/** Tells whether a host has labels of 1 to 63 characters, 253 in all (RFC 1035). */
export function hasValidLabels(hostname: string): boolean {
  // One with an empty label (trailing or double dot) is another origin that may lead to the same place.
  const labels = hostname.split('.')
  return hostname.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63)
}

/** Tells whether an entry of a list of origins covers every name below one (`https://*.example.com`). */
export function isWildcard(entry: string): boolean {
  return entry.includes(anyBelow)
}

/** Tells whether an address fits an entry: one origin, or every name below one but itself (as in CSP). */
export function matchesEntry(url: URL, entry: string): boolean {
  if (!isWildcard(entry)) return url.origin === entry
  const above = new URL(entry.replace(anyBelow, ''))
  const isSameSchemeAndPort = url.protocol === above.protocol && url.port === above.port
  return (
    isSameSchemeAndPort &&
    hasValidLabels(url.hostname) &&
    url.hostname.endsWith(`.${above.hostname}`)
  )
}
