// The registry of message types, and the permissions that depend on it.
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../testkit/source.ts'
import { isSent, receivedTypes, type SentMessages } from './message-types.ts'
import { offeredPermissions, placedPermissions } from './permissions.ts'

const rooms = import.meta.glob<{ default: SentMessages }>('../*/*/message-types.ts', { eager: true })

test('each room that creates messages lists exactly their types', () => {
  const created = new Map<string, Set<string>>()
  for (const { path, text } of sourceFiles().filter((file) => file.path.startsWith('features/') && !isTest(file))) {
    const [, wing, room] = path.split('/')
    const types = [...text.matchAll(/\btype: '(\w+)',\s+equipType: /g)].map(([, type]) => type!)
    if (room === 'open' || types.length === 0) continue
    created.set(`${wing}/${room}`, new Set([...(created.get(`${wing}/${room}`) ?? []), ...types]))
  }
  const listed = Object.entries(rooms).map(([path, { default: types }]) => [
    path.split('/').slice(1, 3).join('/'),
    types.map(({ type }) => type),
  ])
  created.delete('platform/message')
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries([...created].map(([room, types]) => [room, [...types]])),
  )
})

test('an account is offered the types that it receives', () => {
  expect(receivedTypes(() => true)).toEqual(['alarm', 'expire', 'notice'])
  expect(receivedTypes((permission) => permission === 'signedIn')).toEqual(['expire', 'notice'])
})

test('a permission about objects of a feature that is not installed is valid and not offered', () => {
  const hidden = placedPermissions.filter((place) => !offeredPermissions.includes(place))
  expect(hidden.map(({ key }) => key)).toEqual(['monitor_multi_designer_repair'])
  expect(isSent('order')).toBe(false)
})
