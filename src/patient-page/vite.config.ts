import { svelte } from '@sveltejs/vite-plugin-svelte'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = join(import.meta.dirname, 'client')

export default defineConfig({
  root,
  base: '/complete/',
  publicDir: false,
  plugins: [svelte()],
  build: {
    outDir: join(import.meta.dirname, '..', '..', 'out', 'patient-page'),
    emptyOutDir: true,
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
