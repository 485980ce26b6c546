// A note on the demonstration's first device.
import type { Seed } from '../../../features/frame/seeding.ts'
import { addShiftNote, queryShiftNotes } from './contract.ts'

const note = { en: 'Strainer cleaned, watch the inlet pressure', 'zh-cn': '滤网已清洗，请关注进口压力' } as const

export default {
  place: 50,
  async run({ call, devices: [device] }) {
    if (!device) return
    const { total } = await call(queryShiftNotes, { equipmentId: device.equipmentId })
    if (total === 0) await call(addShiftNote, { equipmentId: device.equipmentId, note: note.en, days: 30 })
  },
} satisfies Seed
