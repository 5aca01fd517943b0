import { sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { feedFile } from '../../../scripts/feed.ts'
import { testFolder } from '#harness/test-folder.ts'
import { newFeedKey, publish, serveFeed, unpackVersion } from '#harness/updates/releases.ts'
import { openFeed, type FeedOptions } from './feed.ts'

const file = feedFile('latest')
const archive = `foyer-0.2.0-${process.arch}.tar.gz`
const privateKey = newFeedKey()

/** A feed with version 0.2.0, and a kiosk of 0.1.0 before it. */
async function openPlace(change: Partial<FeedOptions> = {}) {
  const folder = testFolder()
  const unpacked = unpackVersion(join(folder, 'new'), 'exit 0')
  const release = { version: '0.2.0', unpacked, key: privateKey, stage: 30 }
  const key = publish(folder, release)
  const { url, paths, redirect } = await serveFeed(folder)
  const offered: unknown[] = []
  const feed = await openFeed({
    url,
    key,
    channel: 'latest',
    network: {},
    folder: join(folder, 'versions'),
    version: '0.1.0',
    isWanted(update) {
      offered.push(update)
      return true
    },
    ...change,
  })
  const at = (name: string) => join(folder, 'feed', name)
  return { feed, paths, redirect, offered, at, release, folder }
}

describe.runIf(process.platform === 'linux')('a feed of updates', () => {
  it('offers what is signed, and downloads what its sum says, from its own origin alone', async () => {
    const { feed, paths, offered, at } = await openPlace()
    const found = await feed.find()
    expect(found?.version).toBe('0.2.0')
    expect(offered).toMatchObject([{ version: '0.2.0', stagingPercentage: 30 }])
    expect(readFileSync(await found!.download())).toEqual(readFileSync(at(archive)))
    expect(paths).toEqual([`/${file}`, `/${file}.sig`, `/${archive}`])
  })

  it('offers nothing that this kiosk is not to have, nor what is older', async () => {
    const { feed } = await openPlace({ isWanted: () => false })
    expect(await feed.find()).toBeUndefined()
    const { feed: ofNewer } = await openPlace({ version: '0.3.0' })
    expect(await ofNewer.find()).toBeUndefined()
  })

  it.each<[string, string, (place: Awaited<ReturnType<typeof openPlace>>) => void]>([
    [
      'was changed',
      'FEED_NOT_SIGNED',
      ({ at }) => writeFileSync(at(file), readFileSync(at(file), 'utf8').replace('30', '99')),
    ],
    [
      'another key signed',
      'FEED_NOT_SIGNED',
      ({ folder, release }) => void publish(folder, { ...release, key: newFeedKey() }),
    ],
    ['nobody signed', 'FEED_NOT_SIGNED', ({ at }) => writeFileSync(at(`${file}.sig`), '')],
  ])('refuses a feed that %s', async (_, code, spoil) => {
    const place = await openPlace()
    spoil(place)
    await expect(place.feed.find()).rejects.toMatchObject({ code })
  })

  it('refuses an archive that was changed', async () => {
    const { feed, at } = await openPlace()
    const found = await feed.find()
    writeFileSync(at(archive), 'another archive')
    await expect(found!.download()).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' })
  })

  it('goes to no place to which its server redirects', async () => {
    const { feed, redirect } = await openPlace()
    const found = await feed.find()
    redirect('http://localhost:9/elsewhere')
    const refusal = { code: 'FEED_SAYS_302' }
    await expect(found!.download()).rejects.toMatchObject(refusal)
    await expect(feed.find()).rejects.toMatchObject(refusal)
  })

  it('goes to no other origin that it names itself', async () => {
    const { feed, at } = await openPlace()
    const text = readFileSync(at(file), 'utf8').replace(archive, `http://localhost:9/${archive}`)
    writeFileSync(at(file), text)
    writeFileSync(`${at(file)}.sig`, sign(null, Buffer.from(text), privateKey).toString('base64'))
    const found = await feed.find()
    await expect(found!.download()).rejects.toMatchObject({ code: 'FEED_LEADS_ELSEWHERE' })
  })
})
