import { generateKeyPairSync, sign } from 'node:crypto'

const tlv = (tag: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const [high, low] = [body.length >> 8, body.length & 0xff]
  const length = high ? [0x82, high, low] : low < 128 ? [low] : [0x81, low]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...content: Buffer[]) => tlv(0x30, ...content)
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`

// ecdsa-with-SHA256, and the attribute "common name".
const algorithm = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = tlv(0x06, Buffer.from('550403', 'hex'))
const alternativeName = tlv(0x06, Buffer.from('551d11', 'hex'))

/** Makes a certificate for `name` that no one vouches for, and its key; both in PEM. */
export function selfSigned(name: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const who = sequence(tlv(0x31, sequence(commonName, tlv(0x0c, Buffer.from(name)))))
  const time = (text: string) => tlv(0x17, Buffer.from(text))
  const claims = sequence(
    // The third version, whose number is 2.
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    who,
    sequence(time('250101000000Z'), time('490101000000Z')),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      sequence(sequence(alternativeName, tlv(0x04, sequence(tlv(0x82, Buffer.from(name)))))),
    ),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', claims, privateKey))
  return {
    cert: pem('CERTIFICATE', sequence(claims, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
