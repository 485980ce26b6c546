// Reminders about the organisation: shown once for each state after they are put off.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '../../../ui/me.ts'
import { forgetReminder, remindersOf } from './dialogs.ts'

const me = (resources: Me['resources'], userId = 7) => ({ userId, auths: [], resources }) as unknown as Me
const near = { kind: 'internal', used: 9, limit: 10 } as const
const full = { ...near, used: 10 }
const shown = (who: Me) => remindersOf(who).map(({ kind, resources }) => [kind, resources])
const putOff = (who: Me) => remindersOf(who).forEach(forgetReminder)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

test('resources near their limit share one dialog, shown until it is closed', () => {
  const project = { kind: 'project', used: 46, limit: 50 } as const
  const who = me([near, project])
  expect(shown(who)).toEqual([['resource', [near, project]]])
  putOff(who)
  expect(shown(who)).toEqual([])
  expect(shown(me([{ ...near, used: 9 }]))).toEqual([])
})

test('it is shown again when the limit is reached or changes, and to another account', () => {
  putOff(me([near]))
  expect(shown(me([full]))).toEqual([['resource', [full]]])
  putOff(me([full]))
  expect(shown(me([full]))).toEqual([])
  expect(shown(me([{ ...full, limit: 11 }]))).toHaveLength(1)
  expect(shown(me([full], 8))).toHaveLength(1)
})

test('without such resources, and for visitors, there is no dialog', () => {
  expect(shown(me([]))).toEqual([])
  expect(remindersOf({ ...me([full]), isVisitor: true })).toEqual([])
})
