// Drives the real kiosk through a whole visit as a patient would, and keeps a picture of every screen.
import { parseArgs } from 'node:util'
import { walkThrough } from './support/picture-steps.ts'
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
await walkThrough({
  name: [values.size, language, ...kinds].join('-'),
  options: {
    size: { width: Number(width), height: Number(height) },
    ...(isForeign && { foreign: '/spa' }),
    ...(offline && { environment: { FOYER_OFFLINE_ENABLED: 'true' } }),
  },
  about: (shell) =>
    `a made-up patient checks in (${values.size}, ${language}, ${shell} shell${offline ? ', the network goes' : ''})`,
  done: 'checked in',
  async walk(foyer, step) {
    const patient = new PicturedPatient(foyer, step)
    if (offline) await walkOffline(patient, { language })
    else await walkOnline(patient, { language, isForeign })
    if (foyer.hasForm()) throw new Error('a form view is still open')
  },
})
