// The template of the demonstration: created from the booster station, which follows it. A pump station under
// construction follows it too, with a range wider than the template's.
import type { Seed } from '../../frame/seeding.ts'
import { queryConfig } from '../config/contract.ts'
import { addEquipment, queryEquipments } from '../equipment/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { bindTemplate } from '../template-binding/contract.ts'
import { addTemplate, queryTemplates } from './contract.ts'

const pumpStation = { en: 'Pump station', 'zh-cn': '泵站' }
const newStation = { en: 'North pump station', 'zh-cn': '北区泵站' }

export default {
  place: 60,
  names: [pumpStation, newStation],
  async run({ call, devices }) {
    const booster = devices.find(({ station }) => station === 'booster')
    const known = await call(queryTemplates, {})
    if (!booster || known.some(({ name }) => name === pumpStation.en || name === pumpStation['zh-cn'])) return
    const { equipmentId } = booster
    const about = { name: pumpStation.en, series: 'GH', model: 'PS-2' }
    const { id: templateId } = await call(addTemplate, { ...about, equipmentId })
    await call(bindTemplate, { equipmentId, templateId })
    const { rows } = await call(queryEquipments, { keyword: newStation.en })
    const other = rows[0]?.id ?? (await call(addEquipment, { name: newStation.en, sort: devices.length + 1 })).id
    const { version } = await call(bindTemplate, { equipmentId: other, templateId })
    const { config } = await call(queryConfig, { equipmentId: other })
    const ranged = config.signals.find(({ max }) => max !== undefined)
    if (!ranged) return
    const save = [{ ...ranged, max: ranged.max! * 2 }]
    await call(saveSignals, { equipmentId: other, version, save, remove: [] })
  },
} satisfies Seed
