import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vite'

const outDir = join(import.meta.dirname, 'out', 'reader')
const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/**
 * Files that the library reads beside its program: fonts and tables of characters that a PDF may leave out, and
 * decoders.
 */
const parts = [
  ['LICENSE', 'LICENSE'],
  ['cmaps', 'cmaps'],
  ['standard_fonts', 'standard_fonts'],
  ...['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'].map((name) => [
    `wasm/${name}`,
    `decoders/${name}`,
  ]),
  ...['JBIG2', 'OPENJPEG', 'PDFJS_JBIG2', 'PDFJS_OPENJPEG'].map((name) => [
    `wasm/LICENSE_${name}`,
    `decoders/LICENSE_${name}`,
  ]),
] as const

export default defineConfig({
  root: join(import.meta.dirname, 'src', 'reader'),
  base: '/',
  publicDir: false,
  plugins: [
    {
      name: 'pdf-parts',
      closeBundle() {
        for (const [from = '', to = ''] of parts)
          cpSync(join(library, from), join(outDir, to), { recursive: true })
      },
    },
  ],
  build: {
    outDir,
    emptyOutDir: true,
    minify: true,
    // The page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
