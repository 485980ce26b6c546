// The alarms that widgets of a page show and acknowledge.
import { call } from '../../contract/call.ts'
import { EquipmentId } from '../../contract/fields.ts'
import type { AlarmQuery, AlarmsService } from '../../widgets/services.ts'
import { alarmsChanged } from '../message/part-alarm-hint.ts'
import { AlarmId, acknowledgeAlarms, queryAlarms } from './contract.ts'
import { saveAlarms } from './save-alarms.ts'

const filterOf = ({ equipmentIds, from, to }: AlarmQuery) => ({
  view: 'history' as const,
  equipmentIds: equipmentIds.map((id) => EquipmentId.parse(id)),
  from,
  to,
})

const alarms: AlarmsService = {
  async query({ pageNo, pageSize, ...query }, ending) {
    const { total, rows } = await call(queryAlarms, { ...filterOf(query), pageNo, pageSize }, ending)
    return { total, rows }
  },

  async acknowledge({ alarmIds }) {
    await call(acknowledgeAlarms, { alarmIds: alarmIds.map((id) => AlarmId.parse(id)) })
    // Bell and lists of the same screen show it at once.
    alarmsChanged()
  },

  save: (query) => saveAlarms({ ...filterOf(query), format: 'xlsx' }),
}

export default alarms
