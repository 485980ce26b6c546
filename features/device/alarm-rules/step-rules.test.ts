import { expect, test } from 'vitest'
import type { AlarmStep } from '../../../contract/equipment-config.ts'
import type { Receivers } from '../../notify/delivery/contract.ts'
import { unreachedBy, whoOf } from './step-rules.ts'

test.each([
  [[], { accountIds: [], roleIds: [] }],
  [['r7', 'a12', 'a3'], { accountIds: [12, 3], roleIds: [7] }],
])('%j', (chosen, expected) => expect(whoOf(chosen)).toEqual(expected))

const receivers = {
  accounts: [
    { id: 1, name: 'Li', roleId: null, hasEmail: true, hasPhone: false },
    { id: 2, name: 'Chen', roleId: 7, hasEmail: false, hasPhone: true },
  ],
  roles: [{ id: 7, name: 'Shift' }],
  channels: [],
} as unknown as Receivers

test.each<[object, object[]]>([
  [{ accountIds: [1], methods: ['push'] }, []],
  [
    { accountIds: [1], methods: ['email', 'sms', 'phone'] },
    [
      { method: 'sms', names: ['Li'] },
      { method: 'phone', names: ['Li'] },
    ],
  ],
  [{ roleIds: [7], methods: ['email', 'sms'] }, [{ method: 'email', names: ['Chen'] }]],
  [{ accountIds: [9], methods: ['sms'] }, []],
])('of %j', (step, expected) => expect(unreachedBy(step as AlarmStep, receivers)).toEqual(expected))
