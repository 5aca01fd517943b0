import { randomInt } from 'node:crypto'

/** Without I, L, O and U, which are taken for others, or make words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 12
const isCode = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/** Draws a fresh code: 12 characters, 60 random bits. */
export function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Formats a code for display: three groups of four. */
export function showCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

/** Reads a typed code: in any case, with separators, O for 0, I or L for 1. Undefined if it is none. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s.–—-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return isCode.test(code) ? code : undefined
}

export interface InvitationEntry {
  readonly host: string
  readonly port: number
  readonly code: string
  /** SHA-256 of the certificate to meet, in upper hexadecimal; null: the code alone tells the right one. */
  readonly fingerprint: string | null
}

const pairingPort = 8884

const mark = 'FOYER1'
const host = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i

/** Returns a QR's text: letters, digits, spaces and dots, which a scanner types correctly on every keyboard. */
export function invitationText(entry: InvitationEntry & { readonly fingerprint: string }): string {
  return [mark, entry.host, entry.port, entry.fingerprint, entry.code].join(' ').toUpperCase()
}

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port > 0 && port < 65_536 ? port : undefined
}

/** Reads a typed name or IP address, with or without a port (`usual`); IPv6 with a port in brackets. */
export function readAddress(typed: string, usual = pairingPort) {
  const text = typed.trim().toLowerCase()
  const bracketed = /^\[([0-9a-f:]+)\](?::(\d+))?$/.exec(text)
  const single = /^([^:]+):(\d+)$/.exec(text)
  const [name = text, port] = (bracketed ?? single)?.slice(1) ?? []
  const number = port === undefined ? usual : readPort(port)
  return host.test(name) && number !== undefined ? { host: name, port: number } : undefined
}

/** Reads a QR's text in either field, or an address and a code; undefined if it is neither. */
export function readInvitation(address: string, code: string): InvitationEntry | undefined {
  const scanned = [address, code]
    .map((text) => text.trim().toUpperCase())
    .find((text) => text.startsWith(`${mark} `))
  if (scanned !== undefined) {
    const [, name = '', port = '', fingerprint = '', shown = '', ...more] = scanned.split(/\s+/)
    const number = readPort(port)
    const read = readCode(shown)
    const isWhole = host.test(name) && /^[0-9A-F]{64}$/.test(fingerprint) && more.length === 0
    if (!isWhole || number === undefined || read === undefined) return undefined
    return { host: name.toLowerCase(), port: number, code: read, fingerprint }
  }
  const place = readAddress(address)
  const read = readCode(code)
  return place && read !== undefined ? { ...place, code: read, fingerprint: null } : undefined
}
