/** The services that somebody typed, one in a line, each once. */
export function serviceNames(typed: string): string[] {
  const names = typed.split('\n').map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}
