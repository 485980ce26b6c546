import { expect, test } from 'vitest'
import { drawPassword } from '../../../core/draw-password.ts'
import { closedBy, failuresNow, mustWait, originOf, permissionsOf, sharePassword, waitMs } from './rules.ts'

test.each([
  ['https://intranet.example', 'https://intranet.example'],
  ['https://intranet.example/', 'https://intranet.example'],
  ['HTTPS://Intranet.Example:8443', 'https://intranet.example:8443'],
  ['http://192.168.0.10:8080', 'http://192.168.0.10:8080'],
  ['https://a.example/path', undefined],
  ['https://a.example?x=1', undefined],
  ['https://user@a.example', undefined],
  ['https://*.example', undefined],
  ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['ftp://a.example', undefined],
  ['javascript:alert(1)', undefined],
  ['a.example', undefined],
  ['', undefined],
])('the site of %s is %s', (text, origin) => expect(originOf(text)).toBe(origin))

test('the first failures cost nothing, then the wait doubles up to an hour', () => {
  expect([1, 4, 5, 6, 7, 20].map(waitMs)).toEqual([0, 0, 60_000, 120_000, 240_000, 3_600_000])
})

test('a generated password is valid for a share', () => expect(drawPassword()).toMatch(sharePassword))

test.each([
  [{ menus: [], mayWrite: false }, ['monitor:view']],
  [{ menus: ['realTime', 'page'], mayWrite: true }, ['monitor:view', 'signal:write']],
  [{ menus: ['history'], mayWrite: false }, ['monitor:view', 'history:view']],
] as const)('%j lets its visitors %j', (share, permissions) => expect(permissionsOf(share)).toEqual(permissions))

test.each([
  [{ isShared: true, hasPassword: true, expiresAt: null }, undefined],
  [{ isShared: true, hasPassword: true, expiresAt: 11 }, undefined],
  [{ isShared: true, hasPassword: true, expiresAt: 10 }, 'shareExpired'],
  [{ isShared: true, hasPassword: false, expiresAt: null }, 'shareEnded'],
  [{ isShared: false, hasPassword: true, expiresAt: 5 }, 'shareEnded'],
] as const)('%j is closed by %s', (door, why) => expect(closedBy(door, 10)).toBe(why))

test('failures expire an hour after the last wait', () => {
  const kept = { failures: 7, lockedUntil: 1_000 }
  expect([1_000, 3_601_000, 3_601_001].map((now) => failuresNow(kept, now))).toEqual([7, 7, 0])
})

test('a clock that was set back causes no wait if none was due', () => {
  expect(mustWait({ failures: 4, lockedUntil: 2_000 }, 1_000)).toBe(false)
  expect(mustWait({ failures: 5, lockedUntil: 2_000 }, 1_000)).toBe(true)
  expect(mustWait({ failures: 5, lockedUntil: 2_000 }, 2_000)).toBe(false)
})
