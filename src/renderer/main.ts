import '@fontsource-variable/atkinson-hyperlegible-next'
import { mount } from 'svelte'
import type { Bridge } from '../shared/bridge.ts'
import App from './kiosk/kiosk.svelte'
import './app.css'
import { Kiosk } from './kiosk/state/kiosk.svelte.ts'

declare global {
  interface Window {
    readonly foyer: Bridge
  }
}

const kiosk = new Kiosk(window.foyer)
mount(App, { target: document.getElementById('app') ?? document.body, props: { kiosk } })
// Last: main takes a page that never asks for a broken one.
kiosk.follow()
