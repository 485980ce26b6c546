// The alarms that widgets of a page show and acknowledge.
import { call, callStream } from '../../../contract/call.ts'
import { AlarmId } from '../../../contract/fields.ts'
import { saveSentFile } from '../../../ui/download.ts'
import type { AlarmsService } from '../../../widgets/services.ts'
import { alarmHints, alarmsChanged } from '../../platform/open/message-alarm-hint.ts'
import { openOf, pastOf } from '../open/alarm-past-alarms.ts'
import { acknowledgeAlarms, exportAlarms, queryAlarms } from './contract.ts'

const alarms: AlarmsService = {
  async query({ pageNo, pageSize, ...query }, ending) {
    const { total, rows } = await call(queryAlarms, { ...pastOf(query), pageNo, pageSize }, ending)
    return { total, rows }
  },

  async open(asked, ending) {
    const { total, rows } = await call(queryAlarms, openOf(asked), ending)
    return { total, rows }
  },

  async acknowledge({ alarmIds }) {
    await call(acknowledgeAlarms, { alarmIds: alarmIds.map((id) => AlarmId.parse(id)) })
    // Refreshes the bell and the lists of the same screen immediately.
    alarmsChanged()
  },

  watch: alarmHints.watch,
  async save({ zone, ...query }) {
    await saveSentFile('alarms.xlsx', callStream(exportAlarms, { ...pastOf(query), zone, format: 'xlsx' }))
  },
}

export default alarms
