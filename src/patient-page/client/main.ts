import { mount } from 'svelte'
import { baseLocale, extractLocaleFromNavigator } from '../../i18n/paraglide/runtime.js'
import App from './app.svelte'
import { createService } from './service.ts'

const locale = extractLocaleFromNavigator() ?? baseLocale
const target = document.getElementById('app')
if (target) mount(App, { target, props: { service: createService(location.pathname), locale } })
