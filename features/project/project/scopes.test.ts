import { expect, test } from 'vitest'
import type { ProjectOperation } from './contract.ts'
import { allScopes, scopes } from './scopes.ts'

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
