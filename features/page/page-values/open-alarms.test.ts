import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { AlarmLevel, AlarmLine } from '../../../widgets/services.ts'
import { openAlarmsOf } from './open-alarms.ts'

const line = (id: number, level: AlarmLevel, raisedAt: number): AlarmLine => ({
  ...{ id, level, raisedAt, equipmentId: 7, equipmentName: 'Intake', name: `alarm ${id}`, content: '' },
  ...({ kind: 'limit', value: null, unit: null, decimals: null, clearedAt: null } as const),
  ...({ acknowledgedAt: null, acknowledgedName: null, state: 'active', isHeard: true } as const),
})

test('sorts by severity, then newest first', async () => {
  const rows = [line(1, 'normal', 90), line(2, 'severe', 10), line(3, 'important', 50), line(4, 'severe', 20)]
  const open = await openAlarmsOf({ open: async () => ({ total: 9, rows }) }, [7])
  expect(open?.total).toBe(9)
  expect(open?.rows.map(({ id }) => id)).toEqual([4, 2, 3, 1])
})

test('splits more devices than a call accepts into calls without overlap', async () => {
  const devices = Array.from({ length: limits.alarmDevices + 3 }, (_, at) => at + 1)
  const asked: number[][] = []
  const open = await openAlarmsOf(
    {
      open: async ({ equipmentIds }) => {
        asked.push([...equipmentIds])
        return { total: 1, rows: [line(equipmentIds.length, 'normal', 0)] }
      },
    },
    devices,
  )
  expect(asked.map(({ length }) => length)).toEqual([limits.alarmDevices, 3])
  expect(asked.flat()).toEqual(devices)
  expect(open?.total).toBe(2)
})

test('queries nothing for a page without devices: without a list the service would return all alarms', async () => {
  const open = () => Promise.reject(new Error('asked'))
  expect(await openAlarmsOf({ open }, [])).toEqual({ total: 0, rows: [] })
})

test('queries all alarms once without a list, for a page over all devices', async () => {
  const asked: unknown[] = []
  const open = await openAlarmsOf(
    {
      open: async (query) => {
        asked.push(query.equipmentIds)
        return { total: 2, rows: [line(1, 'normal', 0), line(2, 'severe', 0)] }
      },
    },
    'all',
  )
  expect(asked).toEqual([[]])
  expect(open?.total).toBe(2)
})
