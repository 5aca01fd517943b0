import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { configureRequestUrl, HttpExecutor, type DownloadOptions } from 'builder-util-runtime'
import { AppUpdater } from 'electron-updater'
import type { DownloadUpdateOptions } from 'electron-updater/out/AppUpdater.js'
import { findFile } from 'electron-updater/out/providers/Provider.js'
import type { OfferedUpdate } from './policy.ts'
import { downloads } from './versions.ts'

/** Parts of a feed: where it stands, who signs it, and where downloads go. */
export interface FeedOptions {
  readonly url: string
  /** Ed25519 key of who signs (SPKI, DER in base64). */
  readonly key: string
  readonly channel: string
  /** PEM of authorities that its server may be vouched for by; none: those that Node knows. */
  readonly authorities: readonly string[] | undefined
  readonly folder: string
  readonly version: string
  /** Tells whether this kiosk is to have an update. */
  readonly isWanted: (update: OfferedUpdate) => boolean
}

/** An offered version that this kiosk is to have. */
interface FoundUpdate {
  readonly version: string
  /** Downloads its archive and compares it with the feed's SHA-512; resolves to its path. */
  download(): Promise<string>
}

/** A feed of updates. */
export interface UpdateFeed {
  /** Reads the feed; undefined while there is nothing for this kiosk. Rejects where it cannot be read or trusted. */
  find(): Promise<FoundUpdate | undefined>
}

/** Requests from the feed's origin alone, and hands over no text that its key did not sign. */
class SignedExecutor extends HttpExecutor<ClientRequest> {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #authorities: FeedOptions['authorities']
  // Not even one, by either of the library's two comparisons.
  protected override readonly maxRedirects = -1 as never

  constructor({ url, key, authorities }: FeedOptions) {
    super()
    this.#origin = new URL(url).origin
    this.#key = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    this.#authorities = authorities
  }

  override async request(options: RequestOptions): Promise<string> {
    const text = await super.request({ ...options })
    const { pathname, search } = new URL(options.path ?? '/', this.#origin)
    const signature = await super.request({ ...options, path: `${pathname}.sig${search}` })
    const octets = Buffer.from(signature ?? '', 'base64')
    if (text === null || !verify(null, Buffer.from(text), this.#key, octets))
      throw Object.assign(new Error('the feed is not signed'), { code: 'FEED_NOT_SIGNED' })
    return text
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<void> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { ...(options.headers && { headers: options.headers }) }
      configureRequestUrl(url, request)
      const callback = (error: Error | null) => (error ? reject(error) : resolve())
      this.doDownload(
        request,
        { destination, options, onCancel, callback, responseHandler: null },
        0,
      )
    })
  }

  override createRequest(
    { headers, ...options }: RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ): ClientRequest {
    const { protocol = 'https:', hostname, port } = options
    const origin = new URL(`${protocol}//${String(hostname)}${port ? `:${port}` : ''}`).origin
    if (origin !== this.#origin)
      throw Object.assign(new Error('not the origin of the feed'), { code: 'FEED_LEADS_ELSEWHERE' })
    const { 'x-user-staging-id': _, ...sent } = { ...(headers as Record<string, string>) }
    const request = protocol === 'http:' ? requestHttp : requestHttps
    const ca = this.#authorities && { ca: [...this.#authorities] }
    return request({ ...options, headers: sent, ...ca, rejectUnauthorized: true }, onResponse)
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
export async function openFeed(options: FeedOptions): Promise<UpdateFeed> {
  await mkdir(options.folder, { recursive: true })
  // The library asks this file where downloads go, and nothing else.
  const place = `provider: generic\nupdaterCacheDirName: ${downloads}\n`
  await writeFile(join(options.folder, 'app-update.yml'), place)
  const updater = new FeedUpdater(options)
  return {
    async find() {
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable) return undefined
      return {
        version: found.updateInfo.version,
        async download() {
          const [file = ''] = await updater.downloadUpdate()
          return file
        },
      }
    },
  }
}
