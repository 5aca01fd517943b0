import { generateKeyPairSync, sign } from 'node:crypto'

/** A fresh self-signed certificate for one DNS name and one IPv4 address, with its key, both PEM. Good for an hour. */
export function createSelfSigned(
  name: string,
  address = '127.0.0.1',
): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = sequence(set(sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(name)))))
  const validity = sequence(utcTime(Date.now() - 60_000), utcTime(Date.now() + 3_600_000))
  const names = sequence(
    der(0x82, Buffer.from(name)),
    der(0x87, Buffer.from(address.split('.').map(Number))),
  )
  const extensions = sequence(sequence(oid(2, 5, 29, 17), der(0x04, names)))
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2))
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    commonName,
    validity,
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey))
  const certificate = sequence(toBeSigned, algorithm, signature).toString('base64')
  const lines = certificate.match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const set = (...contents: Buffer[]) => der(0x31, ...contents)
const integer = (value: number) => der(0x02, Buffer.from([value]))

function utcTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

/** An object identifier: the first two numbers in one byte, the others in groups of seven bits. */
function oid(first: number, second: number, ...rest: number[]): Buffer {
  const groups = rest.flatMap((part) => {
    const bytes = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80)
    return bytes
  })
  return der(0x06, Buffer.from([first * 40 + second, ...groups]))
}
