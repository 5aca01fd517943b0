import '@fontsource-variable/atkinson-hyperlegible-next'
import { mount } from 'svelte'
import type { DeskBridge } from '../../shared/desk/bridge.ts'
import '../app.css'
import App from './app.svelte'
import './desk.css'
import { Desk } from './desk.svelte.ts'

// The kiosk's page says the same of its own bridge, under the same name.
const { foyer } = window as unknown as { readonly foyer: DeskBridge }
const desk = new Desk(foyer)
mount(App, { target: document.getElementById('app') ?? document.body, props: { desk } })
// Last: main takes a page that never asks for a broken one.
desk.follow()
