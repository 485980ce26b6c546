import { expect, test } from 'vitest'
import type { ProjectOperation } from './contract.ts'
import { allScopes, openIdsOf, projectsIn, scopes } from './scopes.ts'

const project = (counts: Partial<ProjectOperation>) =>
  ({ id: 1, isShared: false, alarms: 0, equips: 3, online: 3, offline: 0, sleeping: 0, ...counts }) as ProjectOperation
const scopesOf = (counts: Partial<ProjectOperation>) =>
  allScopes.filter((each) => scopes[each](project(counts), new Set()))

test.each([
  ['all devices online', {}, ['all']],
  ['a sleeping device', { online: 2, sleeping: 1 }, ['all', 'withSleeping']],
  ['a device that is offline', { online: 2, offline: 1 }, ['all', 'withOffline']],
  ['a device without a gateway', { online: 2 }, ['all']],
  ['an open alarm', { alarms: 1 }, ['all', 'withAlarms']],
  ['alarms that the caller may not see', { alarms: null }, ['all']],
  ['a share', { isShared: true }, ['all', 'openToOthers']],
] as const)('a project with %s is in its filters only', (_, counts, expected) =>
  expect(scopesOf(counts)).toEqual(expected),
)

test('projects on a display are counted once every room has loaded', () => {
  const projects = [project({ isShared: true }), project({}), project({})].map((each, at) => ({ ...each, id: at + 1 }))
  const idsIn = (openIds: ReturnType<typeof openIdsOf>) =>
    projectsIn('openToOthers', projects as never, openIds)?.map(({ id }) => Number(id))
  const loaded = { openIds: new Set([3]) as never }
  expect(idsIn(openIdsOf([loaded, { openIds: undefined }]))).toBeUndefined()
  expect(idsIn(openIdsOf([loaded]))).toEqual([1, 3])
  expect(idsIn(openIdsOf([]))).toEqual([1])
  expect(projectsIn('all', projects as never, undefined)).toHaveLength(3)
  expect(projectsIn('all', undefined, openIdsOf([]))).toBeUndefined()
})
