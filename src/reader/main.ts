import '@fontsource-variable/atkinson-hyperlegible-next'
import { overwriteGetLocale } from '../i18n/paraglide/runtime.js'
import { pdfPath, zoomEvent } from '../shared/paper-page.ts'
import './reader.css'
import { readPaper } from './read-paper.ts'

const asked = new URLSearchParams(location.search)
const locale = asked.get('locale')?.startsWith('es') ? 'es' : 'en'
overwriteGetLocale(() => locale)
document.documentElement.lang = locale

const into = document.getElementById('paper') ?? document.body
const paper = readPaper(into, () => fetch(pdfPath))
addEventListener(zoomEvent, (event) => paper.setZoom(Number((event as CustomEvent).detail)))
