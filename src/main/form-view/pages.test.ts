import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerPage, ownPageHeaders, readPages } from './pages.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')

async function builtPages() {
  const pages = await readPages(folder).catch(() => {
    throw new Error('the renderer is not built: npm run build')
  })
  const index = answerPage(pages, 'foyer://app/', {})?.body?.toString() ?? ''
  expect(index).toContain('<div id="app">')
  return { pages, index }
}

const policy = Object.fromEntries(
  (ownPageHeaders['Content-Security-Policy'] ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ')
    return [name, sources] as const
  }),
)

describe('the policy of our own pages', () => {
  it('lets in nothing but our own files, and no inline code or style', () => {
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'font-src': ["'self'", 'data:'],
      'img-src': ["'self'", 'data:'],
      'media-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
    expect(ownPageHeaders).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
  })

  it('is all that the built pages need: they hold nothing inline', async () => {
    const { index } = await builtPages()
    expect(index).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    const scripts = index.match(/<script[^>]*>[^<]*<\/script>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts)
      expect(script).toMatch(/^<script [^>]*src="[^"]+"[^>]*><\/script>$/)
  })

  it('is all that the built pages need: they name no file but their own', async () => {
    const { pages, index } = await builtPages()
    const named = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(1)
    for (const path of named) {
      expect(path).toMatch(/^\.?\/[\w./-]+$/)
      expect(answerPage(pages, new URL(path, 'https://own.invalid/').href, {})).toBeDefined()
    }
    for (const [path, { body }] of pages)
      if (path.endsWith('.css'))
        expect(body.toString(), path).not.toMatch(/@import|url\(\s*['"]?(?:https?:)?\/\//)
  })

  it('is not weaker where the page itself repeats it', async () => {
    const { index } = await builtPages()
    const [, repeated = ''] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(index) ?? []
    expect(repeated).not.toBe('')
    for (const directive of repeated.split('; ')) {
      const [name = '', ...sources] = directive.split(' ')
      expect(policy[name], name).toEqual(expect.arrayContaining(sources))
    }
  })
})
