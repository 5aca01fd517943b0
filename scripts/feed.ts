// `npm run feed`: the signed files from which kiosks update themselves; docs/operations.md.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { root } from './lockfile.ts'
import { unpackedPaths } from './package.ts'

const help = `npm run feed: the signed files from which kiosks update themselves

  npm run feed -- --key FILE             of the folder in dist, signed by an Ed25519 key (PEM), into dist/feed
  npm run feed -- --key FILE --stage 10  for ten percent of the kiosks; made again with more for the others
  npm run feed -- --channel NAME         another channel than latest
  npm run feed -- --unpacked DIR --output DIR

It prints the setting \`updates.feed.key\`. Exit codes: 0 made, 1 failed.`

interface Release {
  readonly version: string
  readonly unpacked: string
  readonly output: string
  /** Ed25519 private key, PEM. */
  readonly key: string
  readonly channel?: string
  /** Percent of the kiosks. */
  readonly stage?: number
}

/** Name of a channel's file, as electron-updater asks for it. */
export const feedFile = (channel: string) =>
  `${channel}-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`

/** Writes the archive of a version, the feed's file, and its signature; returns the public key as kiosks are given it. */
export function writeFeed({
  version,
  unpacked,
  output,
  key,
  channel = 'latest',
  stage,
}: Release): string {
  mkdirSync(output, { recursive: true })
  const archive = `foyer-${version}-${process.arch}.tar.gz`
  const path = join(output, archive)
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', [
    '--create',
    '--gzip',
    ...owner,
    '--file',
    path,
    '--directory',
    unpacked,
    '.',
  ])
  const sha512 = createHash('sha512').update(readFileSync(path)).digest('base64')
  const text = stringify({
    version,
    files: [{ url: archive, sha512, size: statSync(path).size }],
    releaseDate: new Date().toISOString(),
    ...(stage !== undefined && { stagingPercentage: stage }),
  })
  const file = join(output, feedFile(channel))
  const signer = createPrivateKey(key)
  writeFileSync(file, text)
  writeFileSync(`${file}.sig`, sign(null, Buffer.from(text), signer).toString('base64'))
  return createPublicKey(signer).export({ format: 'der', type: 'spki' }).toString('base64')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      key: { type: 'string' },
      stage: { type: 'string' },
      channel: { type: 'string', default: 'latest' },
      unpacked: { type: 'string', default: join('dist', unpackedPaths[0]) },
      output: { type: 'string', default: 'dist/feed' },
    },
  })
  const { key, stage, channel, unpacked, output } = values
  if (values.help || key === undefined) console.log(help)
  else {
    const from = resolve(root, unpacked)
    console.log(
      writeFeed({
        version: readFileSync(join(from, 'version'), 'utf8').trim(),
        channel,
        unpacked: from,
        output: resolve(root, output),
        key: readFileSync(resolve(root, key), 'utf8'),
        ...(stage !== undefined && { stage: Number(stage) }),
      }),
    )
  }
}
