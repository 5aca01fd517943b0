import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { join } from 'node:path'
import manifest from './package.json' with { type: 'json' }

const at = (...parts: string[]) => join(import.meta.dirname, ...parts)

const openTelemetry = Object.keys(manifest.dependencies).filter((name) =>
  name.startsWith('@opentelemetry/'),
)

export default defineConfig({
  main: {
    build: {
      outDir: at('out', 'main'),
      // Bundled, OpenTelemetry takes a twentieth of its packages; loaded where settings name a collector.
      externalizeDeps: { exclude: openTelemetry },
      // One entry for each shell, so that neither loads what only the other needs.
      rolldownOptions: {
        input: {
          index: at('src', 'main', 'index.ts'),
          electron: at('cli', 'electron.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out', 'preload'),
      // A sandboxed preload must be one CommonJS file that brings all it needs.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('src', 'preload', 'index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: at('src', 'renderer'),
    plugins: [svelte()],
    build: {
      outDir: at('out', 'renderer'),
      // Terser writes each message's words into the one function that says them: a tenth less.
      minify: 'terser',
      terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
      rolldownOptions: {
        input: at('src', 'renderer', 'index.html'),
        output: { minify: true },
        checks: { bundlerTimings: false },
      },
    },
  },
})
