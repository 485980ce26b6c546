// Moves of maximum size do not block other calls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { projectOver } from '../../../testkit/projects.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { longestStand } from '../../../testkit/standing.ts'
import { planMove } from './contract.ts'

let server: TestServer
let projectId: ProjectId
const pairs = 12
const [from, to]: [EquipmentId[], EquipmentId[]] = [[], []]
const letters = '进水流量总管压力温度液位阀门开度电机转速频率电流电压功率累计瞬时出口入口行长重都还'
const titleOf = (seed: number) =>
  Array.from(
    { length: limits.titleLength },
    (_, i) => letters[(seed * 7 + i * i * 3 + i * seed) % letters.length],
  ).join('')

beforeAll(async () => {
  server = await testServer()
  for (let n = 0; n < 2 * pairs; n += 1) {
    const equipmentId = await device(server.admin, `Device ${n}`)
    const drafts = Array.from({ length: limits.signalsPerEquipment }, (_, i) => {
      return { name: `v${n}x${i}`, title: titleOf(n * 31 + i), address: String(40_001 + i), dataType: 'int16' as const }
    })
    await configure(server.admin, equipmentId, drafts)
    ;(n % 2 === 0 ? from : to).push(equipmentId)
  }
  projectId = await projectOver(server.admin, 'Town', from)
})
afterAll(() => server.stop())

test('a plan for many large devices is made device by device, and other calls are served in between', async () => {
  let planned = 0
  const stood = await longestStand(async () => {
    planned = (await server.admin.call(planMove, { projectId, from, to, pageIds: [] })).pairs.length
  })
  expect(planned).toBe(pairs)
  expect(stood).toBeLessThan(0.5)
})
