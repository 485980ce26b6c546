import { expect, it } from 'vitest'
import { isZoneNamed, offsetName, zoneOfDevice, zoneOfUser } from './zone.ts'

const company = { zone: 'Asia/Shanghai' }

it.each([
  [{ zone: 'Europe/Berlin' }, 'Europe/Berlin'],
  [{ zone: null }, 'Asia/Shanghai'],
])('facts of a device %j are in %s', (device, zone) => expect(zoneOfDevice(device, company)).toBe(zone))

it.each([
  [{ ownZone: 'Europe/Berlin' }, 'Europe/Berlin'],
  [{ ownZone: null }, 'America/Lima'],
  [{}, 'America/Lima'],
  [null, 'America/Lima'],
])('lists of account %j are in %s', (account, zone) => expect(zoneOfUser(account, 'America/Lima')).toBe(zone))

it.each([
  ['Asia/Shanghai', 'Asia/Shanghai', 'Asia/Shanghai', false],
  ['Asia/Shanghai', 'UTC', 'Asia/Shanghai', true],
  ['UTC', 'UTC', 'Asia/Shanghai', true],
  ['Europe/Berlin', 'Asia/Shanghai', 'Asia/Shanghai', true],
  ['UTC', 'UTC', undefined, false],
])('times in %s for a user in %s of a company in %s: named %s', (zone, user, organisation, isNamed) =>
  expect(isZoneNamed(zone, { user, ...(organisation && { organisation }) })).toBe(isNamed),
)

it.each([
  ['Asia/Shanghai', '2026-07-01T00:00Z', 'UTC+8'],
  ['Europe/Berlin', '2026-07-01T00:00Z', 'UTC+2'],
  ['Europe/Berlin', '2026-12-01T00:00Z', 'UTC+1'],
  ['America/St_Johns', '2026-12-01T00:00Z', 'UTC−3:30'],
  ['UTC', '2026-12-01T00:00Z', 'UTC'],
])('%s at %s is %s', (zone, at, name) => expect(offsetName(zone, Date.parse(at))).toBe(name))
