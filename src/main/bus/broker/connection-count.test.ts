import { expect, it } from 'vitest'
import { addressGroup, countConnections } from './connection-count.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts %s as %s', (address, group) => expect(addressGroup(address)).toBe(group))

it('lets in as many as there may be in all and from one network, and again when one has left', () => {
  const enter = countConnections({ connections: 3, connectionsPerAddress: 2 })
  const first = enter('2001:db8:1:2::1')
  expect(first).toBeDefined()
  expect(enter('2001:db8:1:2::2')).toBeDefined()
  expect(enter('2001:db8:1:2::3')).toBeUndefined()
  expect(enter('2001:db8:1:3::1')).toBeDefined()
  expect(enter('2001:db8:1:4::1')).toBeUndefined()
  first?.()
  expect(enter('2001:db8:1:2::3')).toBeDefined()
})
