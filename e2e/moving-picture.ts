// Plays a visit at the kiosk of a trial, with the phone beside it, and writes what a person sees as an animated PNG.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import type { Page } from 'playwright-core'
import { startTrial } from './support/trial.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import { animatedPng, type Frame } from '../scripts/animated-png.ts'
import { given } from '#harness/given.ts'

const file = join(import.meta.dirname, '..', 'docs', 'images', 'visit-moving.png')
/** As narrow as the phone and the list of people still stand side by side. */
const size = { width: 1180, height: 768 }
/** Time that a picture stands, in ms: while somebody types, while they look at an answer, and at the end. */
const stands = { key: 170, look: 1_300, read: 2_400 } as const

const atRest = (page: Page) =>
  page.evaluate(`Promise.all(document.getAnimations().map((each) => each.finished))`)

const trial = await startTrial(size)
try {
  const { patient, foyer } = trial
  await patient.sees(m.kiosk_welcome_title)
  const phone = await trial.phone()
  const frames: Frame[] = []
  const look = async (ms: number) => {
    await atRest(phone)
    frames.push({ picture: PNG.sync.read(await foyer.picture()), ms })
  }
  const types = async (text: string) => {
    for (const key of text) {
      await patient.types(key)
      await look(stands.key)
    }
  }
  await look(stands.look)
  await phone.getByRole('link', { name: /Nora Berg/ }).click()
  await phone.locator('#number').waitFor()
  await look(stands.look)
  await patient.begins()
  await patient.sees(given(m.kiosk_contact_title, { channel: 'sms' }))
  await look(stands.look)
  await types(((await phone.locator('#number').textContent()) ?? '').replaceAll(' ', ''))
  await patient.taps(m.kiosk_contact_send)
  await patient.sees(m.kiosk_code_title)
  const code = phone.locator('#messages strong').last()
  await code.waitFor()
  await look(stands.read)
  await types((await code.textContent()) ?? '')
  await patient.sees(m.kiosk_birth_title)
  await look(stands.look)
  await patient.typesDateOfBirth('1990-05-12')
  await look(stands.look)
  await patient.taps(m.kiosk_continue)
  const form = await foyer.form()
  await form.getByRole('heading').first().waitFor()
  await look(stands.look)
  await patient.fillsInForms(() => look(stands.look))
  await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
  await look(stands.read)
  await patient.leavesBy(m.kiosk_close)
  await look(stands.look)
  const bytes = animatedPng(frames)
  await writeFile(file, bytes)
  const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1000
  console.log(`${file}: ${Math.round(bytes.length / 1024)} KB, ${Math.round(seconds)} s`)
} finally {
  await trial.stop()
}
