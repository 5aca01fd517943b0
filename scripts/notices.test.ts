import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readLockfile, root } from './lockfile.ts'
import { noticesFile, writeNotices } from './notices.ts'

it('the third-party notices are those of the lockfile: else run "npm run notices"', () => {
  expect(readFileSync(join(root, noticesFile), 'utf8')).toBe(writeNotices())
})

it('the third-party notices name every package that is delivered, and the font', () => {
  const text = readFileSync(join(root, noticesFile), 'utf8')
  for (const { name, version, license } of readLockfile().filter(({ isDev }) => !isDev)) {
    expect(text).toContain(`${name} ${version} (`)
    expect(license, name).toBeDefined()
  }
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
})

it('a licence that several packages share stands once, and what only the development needs stands nowhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-notices-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const packages: Record<string, object> = { '': {} }
  const add = (name: string, files: Record<string, string>, rest: object = {}) => {
    packages[`node_modules/${name}`] = { version: '1.0.0', license: 'MIT', ...rest }
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, 'node_modules', name, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  add('one', { LICENSE: 'shared\r\ntext\r\n' })
  add('two', { 'license.md': 'shared\ntext', 'license.js': 'code' })
  add('bare', {})
  add('lint', { LICENSE: 'of lint' }, { dev: true })
  add('for-one-system', { LICENSE: 'of one system' }, { os: 'linux' })
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const text = writeNotices(folder)
  expect(text).toContain('one 1.0.0 (MIT)\ntwo 1.0.0 (MIT)\n\nshared\ntext\n')
  expect(text).toContain('package:\n\nbare 1.0.0 (MIT)\nfor-one-system 1.0.0 (MIT)\n')
  expect(text).not.toMatch(/lint|code|of one system/)
})
