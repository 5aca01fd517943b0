import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { RequestOptions } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DigestTransform, type DownloadOptions } from 'builder-util-runtime'
import { AppUpdater } from 'electron-updater'
import type { DownloadUpdateOptions } from 'electron-updater/out/AppUpdater.js'
import { findFile } from 'electron-updater/out/providers/Provider.js'
import { request, type Dispatcher } from 'undici'
import { createAgent, type NetworkOptions } from '../intake/http/agent.ts'
import type { OfferedUpdate } from './policy.ts'
import { downloads } from './versions.ts'

export interface FeedOptions {
  readonly url: string
  /** Ed25519 key of who signs (SPKI, DER in base64). */
  readonly key: string
  readonly channel: string
  /** Way to it: the service's, but that this machine shows no certificate. */
  readonly network: Omit<NetworkOptions, 'certFile'>
  readonly folder: string
  readonly version: string
  readonly isWanted: (update: OfferedUpdate) => boolean
}

export type UpdateFeed = Awaited<ReturnType<typeof openFeed>>

/** ms for a connection to the feed, or to the proxy before it. */
const connectMs = 10_000

/** Requests from the feed's origin alone, and hands over no text that its key did not sign. */
class SignedExecutor {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #dispatcher: Dispatcher

  constructor({ url, key, network }: FeedOptions) {
    this.#origin = new URL(url).origin
    this.#key = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    this.#dispatcher = createAgent({ connectMs }, network)
  }

  /** Reads a text and its signature; the library's provider calls it. */
  async request({ protocol, hostname, port, path }: RequestOptions): Promise<string> {
    const address = new URL(path ?? '', `${String(protocol)}//${String(hostname)}:${port ?? ''}`)
    const read = async () => (await this.#open(address)).text()
    const text = await read()
    address.pathname += '.sig'
    const octets = Buffer.from(await read(), 'base64')
    if (!verify(null, Buffer.from(text), this.#key, octets))
      throw Object.assign(new Error('the feed is not signed'), { code: 'FEED_NOT_SIGNED' })
    return text
  }

  async download(url: URL, destination: string, { sha512 }: DownloadOptions): Promise<void> {
    const digest = new DigestTransform(sha512 ?? '', 'sha512', 'base64')
    await pipeline(await this.#open(url), digest, createWriteStream(destination))
  }

  async #open(address: URL) {
    if (address.origin !== this.#origin)
      throw Object.assign(new Error('not the origin of the feed'), { code: 'FEED_LEADS_ELSEWHERE' })
    const { statusCode, body } = await request(address, { dispatcher: this.#dispatcher })
    if (statusCode === 200) return body
    await body.dump()
    throw Object.assign(new Error('the feed has no such file'), { code: `FEED_SAYS_${statusCode}` })
  }
}

/** electron-updater without Electron and without an installer: it reads the feed, downloads and checks. */
class FeedUpdater extends AppUpdater {
  // The library's own, left out of its types.
  declare httpExecutor: SignedExecutor

  constructor(options: FeedOptions) {
    const { folder, version } = options
    super(null, {
      version,
      name: 'foyer',
      isPackaged: true,
      appUpdateConfigPath: join(folder, 'app-update.yml'),
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    })
    this.httpExecutor = new SignedExecutor(options)
    this.logger = null
    this.autoDownload = false
    this.isUserWithinRollout = (update) => options.isWanted(update)
    this.setFeedURL({ provider: 'generic', url: options.url, channel: options.channel })
  }

  protected override doDownloadUpdate(options: DownloadUpdateOptions) {
    const { info, provider } = options.updateInfoAndProvider
    const fileInfo = findFile(provider.resolveFiles(info), 'gz')
    if (!fileInfo) throw new Error('the feed names no archive')
    return this.executeDownload({
      fileExtension: 'gz',
      fileInfo,
      downloadUpdateOptions: options,
      task: (file: string, how: DownloadOptions) =>
        this.httpExecutor.download(fileInfo.url, file, how),
      done: () => Promise.resolve(),
    })
  }

  quitAndInstall(): void {
    throw new Error('a version is placed by placeVersion')
  }
}

/** Opens a feed of updates. */
export async function openFeed(options: FeedOptions) {
  await mkdir(options.folder, { recursive: true })
  // The library asks this file where downloads go, and nothing else.
  const place = `provider: generic\nupdaterCacheDirName: ${downloads}\n`
  await writeFile(join(options.folder, 'app-update.yml'), place)
  const updater = new FeedUpdater(options)
  return {
    /** Undefined while there is nothing for this kiosk. Rejects where the feed cannot be read or trusted. */
    async find() {
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable) return undefined
      return {
        version: found.updateInfo.version,
        /** Resolves to its path, once compared with the feed's SHA-512. */
        async download() {
          const [file = ''] = await updater.downloadUpdate()
          return file
        },
      }
    },
  }
}
