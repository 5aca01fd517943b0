// Scripts that use up memory or storage until they are refused: bodies of async functions, which return the name of the error.
const mebibyte = 2 ** 20

/** Repeats what takes a piece each time, until it throws; the name of the error. */
const untilRefused = (make: string, piece: string) => `
  ${make}
  for (let n = 0; ; n += 1) {
    try { ${piece} } catch (error) { return error.name }
    if (n % 8 === 7) await new Promise((resolve) => setTimeout(resolve))
  }`

// Neither compressed nor shared between two pieces.
const noise = `
  const noise = new Uint8Array(8 * ${mebibyte})
  for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536))`

/** Scripts that fill storage: each is refused, or the form is closed. */
export const storageExhaustion: Readonly<Record<string, string>> = {
  'files of its own': untilRefused(
    `${noise}
    const folder = await navigator.storage.getDirectory()`,
    `const file = await folder.getFileHandle('f' + n, { create: true })
    const stream = await file.createWritable()
    await stream.write(noise)
    await stream.close()`,
  ),
  'one file of its own, in a worker': `
    const source = \`onmessage = async () => {
      const folder = await navigator.storage.getDirectory()
      const file = await (await folder.getFileHandle('f', { create: true })).createSyncAccessHandle()
      const piece = new Uint8Array(8 * ${mebibyte}).fill(1)
      for (let at = 0; ; at += piece.length)
        try { if (file.write(piece, { at }) < piece.length) throw { name: 'short' } } catch ({ name }) { return postMessage(name) }
    }\`
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    worker.postMessage(0)
    return new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) })`,
  'a database': untilRefused(
    `${noise}
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('d')
      opening.onupgradeneeded = () => opening.result.createObjectStore('s', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })`,
    `await new Promise((resolve, reject) => {
      const work = database.transaction('s', 'readwrite')
      noise[n % noise.length] ^= 1
      work.objectStore('s').add(noise)
      work.oncomplete = resolve
      work.onabort = () => reject(work.error)
    })`,
  ),
  'a cache': untilRefused(
    `${noise}
    const cache = await caches.open('c')`,
    `await cache.put('/' + n, new Response(noise))`,
  ),
}

/** Attacks that hold memory, in any process: there is no refusal but the form's end, or no more is kept. */
export const memoryExhaustion: Readonly<Record<string, string>> = {
  arrays: untilRefused(
    'globalThis.eaten = []',
    `eaten.push(new Uint8Array(32 * ${mebibyte}).fill(1))`,
  ),
  blobs: untilRefused(
    `${noise}
    globalThis.eaten = []`,
    // Chromium may keep no more of them than it likes, and says nothing: four times the limit is asked for.
    `if (n === 512) return 'no more'
    eaten.push(new Blob([noise]))`,
  ),
  'pictures that it draws': untilRefused(
    'globalThis.eaten = []',
    `const canvas = Object.assign(document.createElement('canvas'), { width: 4096, height: 2048 })
    const drawn = canvas.getContext('2d')
    drawn.fillRect(0, 0, 4096, 2048)
    drawn.getImageData(0, 0, 1, 1)
    eaten.push(canvas)`,
  ),
}
