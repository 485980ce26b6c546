import { expect, it } from 'vitest'
import { devicePath } from './places.ts'

it.each([
  ['00', 'device', 'list'],
  ['01', 'device', 'configuration'],
  ['01', 'list', 'list'],
  ['00', 'page', 'configuration'],
] as const)('a device of rule %s that is shown as %s opens its %s', (ruleType, display, kind) =>
  expect(devicePath(3, { id: 7, ruleType }, display)).toBe(`/monitor/eg/group/${kind}/3/7`),
)
