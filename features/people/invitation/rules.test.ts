import { describe, expect, it, test } from 'vitest'
import { type Kept, type Maker, stateOf, stillMay } from './rules.ts'

const boss: Maker = { roleType: 'enterprise', disabled: false, role: null }
const role = { auths: ['monitor:view', 'invitation:edit', 'account:add'], dataRange: 'own', regions: null } as const
const clerk: Maker = { roleType: 'internal', disabled: false, role }
const kept: Kept = { roleType: 'internal', revokedAt: null, expiresAt: 100, maxUses: 2, used: 1, isRoleGone: false }

test.each<[string, Partial<Kept>, Maker, number, string]>([
  ['in its time', {}, boss, 99, 'open'],
  ['at its end', {}, boss, 100, 'expired'],
  ['used up', { used: 2 }, boss, 99, 'used'],
  ['revoked', { revokedAt: 50 }, boss, 99, 'revoked'],
  ['of a role that is gone', { isRoleGone: true }, boss, 99, 'void'],
  ['of an account that is gone', {}, null, 99, 'void'],
  ['of a disabled account', {}, { ...boss, disabled: true } as Maker, 99, 'void'],
])('an invitation %s', (_, change, maker, now, state) => {
  expect(stateOf({ ...kept, ...change }, maker, role, now)).toBe(state)
})

describe('the creator of a link still may use it', () => {
  it('while it holds the rights that the link assigns', () => {
    expect(stillMay(clerk, 'internal', role)).toBe(true)
    expect(stillMay(clerk, 'internal', { ...role, auths: ['group:edit'] })).toBe(false)
    expect(stillMay(clerk, 'internal', { ...role, dataRange: 'all' })).toBe(false)
  })
  it('while it may invite, and add such accounts', () => {
    expect(stillMay(clerk, 'external', { ...role, auths: ['monitor:view'] })).toBe(false)
    const without = (key: string) => ({ ...role, auths: role.auths.filter((each) => each !== key) })
    const plain = { ...role, auths: ['monitor:view'] }
    for (const key of ['invitation:edit', 'account:add'])
      expect([key, stillMay({ roleType: 'internal', disabled: false, role: without(key) }, 'internal', plain)]).toEqual(
        [key, false],
      )
  })
})
