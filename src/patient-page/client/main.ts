import { mount } from 'svelte'
import App from './app.svelte'
import { chooseLocale } from './language.ts'
import { createService } from './service.ts'

const locale = chooseLocale(navigator.languages)
const target = document.getElementById('app')
if (target) mount(App, { target, props: { service: createService(location.pathname), locale } })
