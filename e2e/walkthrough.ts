// Drives the real kiosk through a whole visit as a patient would, and keeps a picture of every screen.
import { parseArgs } from 'node:util'
import { beginPictures } from './support/picture-steps.ts'
import { startFoyer } from './support/running-foyer.ts'
import { PicturedPatient, walkOffline, walkOnline } from './support/walkthrough-visits.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1080x1920' },
    language: { type: 'string', default: 'en' },
    page: { type: 'string', default: 'sandbox' },
    offline: { type: 'boolean', default: false },
  },
})
const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(values.size) ?? []
if (!width || !height || (values.language !== 'en' && values.language !== 'es')) {
  console.error('foyer: --size is WIDTHxHEIGHT in px, --language is en or es.')
  process.exit(2)
}
if (values.page !== 'sandbox' && values.page !== 'foreign') {
  console.error('foyer: --page is sandbox or foreign.')
  process.exit(2)
}
const { language, offline } = values
const isForeign = values.page === 'foreign'
if (isForeign && offline) {
  console.error('foyer: --page foreign and --offline do not go together.')
  process.exit(2)
}

const kinds = [...(isForeign ? ['foreign'] : []), ...(offline ? ['offline'] : [])]
const name = [values.size, language, ...kinds].join('-')
const pictures = await beginPictures(name)
const foyer = await startFoyer({
  size: { width: Number(width), height: Number(height) },
  ...(isForeign && { foreign: '/spa' }),
  ...(offline && { environment: { FOYER_OFFLINE_ENABLED: 'true' } }),
})
const { folder, count, step } = pictures(foyer)
const patient = new PicturedPatient(foyer, step)

try {
  const how = `${values.size}, ${language}, ${foyer.shell} shell${offline ? ', the network goes' : ''}`
  console.log(`foyer: a made-up patient checks in (${how})\n`)
  if (offline) await walkOffline(patient, { language })
  else await walkOnline(patient, { language, isForeign })
  if (foyer.hasForm()) throw new Error('a form view is still open')
  console.log(`\nfoyer: checked in. ${count()} pictures in ${folder}`)
} catch (error) {
  await step('here it went wrong', 'failed').catch(() => undefined)
  console.error(error instanceof Error ? error.message : error)
  console.error(foyer.log.slice(-10).join('\n'))
  process.exitCode = 1
} finally {
  await foyer.stop()
}
