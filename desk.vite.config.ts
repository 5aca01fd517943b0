import { svelte } from '@sveltejs/vite-plugin-svelte'
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** A build of its own, and not an entry beside the kiosk's: nothing of the desk may come into the kiosk's script. */
export default defineConfig({
  root: join(import.meta.dirname, 'src', 'renderer', 'desk'),
  base: '/',
  publicDir: false,
  plugins: [svelte()],
  build: {
    outDir: join(import.meta.dirname, 'out', 'desk'),
    emptyOutDir: true,
    // Terser writes each message's words into the one function that says them: a tenth less.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    rolldownOptions: { output: { minify: true }, checks: { bundlerTimings: false } },
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The library that draws PDFs is loaded when somebody opens one.
    chunkSizeWarningLimit: 1500,
  },
})
