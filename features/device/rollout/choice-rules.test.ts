// The devices of a rollout, their order and waves, and their losses.
import { describe, expect, test } from 'vitest'
import { EquipmentId } from '../../../contract/fields.ts'
import { choosing, inOrder, losesAny, moveToFront, type PlannedDevice, plansOf, wavesBy } from './choice-rules.ts'
import { nothingLost } from './plan-rules.ts'

const idOf = (id: number) => EquipmentId.parse(id)
const device = (id: number, more: Partial<PlannedDevice> = {}): PlannedDevice => ({
  ...{ equipmentId: idOf(id), name: `Pump ${id}`, groupId: null, address: null, sn: null, state: null, version: 1 },
  ...{ isSame: false, plan: 0, lost: nothingLost },
  ...more,
})
const devices = [device(1), device(2, { plan: 1 }), device(3), device(10)]
const all = new Set(devices.map(({ equipmentId }) => equipmentId))
const ids = (of: readonly PlannedDevice[]) => of.map(({ equipmentId }) => Number(equipmentId))

describe('the order', () => {
  test('has devices moved to the front first, the latest of these at the very front', () => {
    const front = moveToFront(moveToFront([], idOf(3)), idOf(10))
    expect(ids(inOrder(devices, { chosen: all, front }))).toEqual([10, 3, 1, 2])
    expect(ids(inOrder(devices, { chosen: all, front: moveToFront(front, idOf(3)) }))).toEqual([3, 10, 1, 2])
  })

  test('omits devices that are not chosen, also those moved to the front', () => {
    const chosen = choosing(all, [idOf(3), idOf(1)], false)
    expect(ids(inOrder(devices, { chosen, front: [idOf(3)] }))).toEqual([2, 10])
    expect(ids(inOrder(devices, { chosen: choosing(chosen, [idOf(1)], true), front: [] }))).toEqual([1, 2, 10])
  })

  test('assigns each device its wave', () => {
    const waves = wavesBy(inOrder(devices, { chosen: all, front: [idOf(10)] }), { canary: 1, waveSize: 2 })
    expect(devices.map(({ equipmentId }) => waves.get(equipmentId))).toEqual([1, 1, 2, 0])
  })
})

describe('the plans', () => {
  const counts = { added: 0, changed: 1, removed: 0, pages: 0, fromVersion: 1, lost: nothingLost }
  const plans = [0, 1].map((no) => ({ no, devices: 9, equipmentId: idOf(1), name: 'Pump 1', ...counts }))

  test('include only chosen devices, with their losses', () => {
    const losing = [
      device(1, { lost: { ...nothingLost, columns: 2 } }),
      device(3, { lost: { ...nothingLost, columns: 1 } }),
    ]
    expect(plansOf(plans, losing)).toMatchObject([{ no: 0, devices: 2, lost: { columns: 3, reports: 0 } }])
    expect(plansOf(plans, devices).map((plan) => [plan.no, plan.devices])).toEqual([
      [0, 3],
      [1, 1],
    ])
    expect(losesAny([...losing, ...devices])).toBe(2)
  })
})
