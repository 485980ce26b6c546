import { type RoomServer, serve } from '../../frame/serve.ts'
import { mustSpan } from '../alarm/rules.ts'
import { alarmStatistics } from './contract.ts'
import { statisticsOf } from './statistics.ts'

export default [
  serve(alarmStatistics, async (span, { sight, now }) => {
    mustSpan(span, now())
    return statisticsOf(sight, span)
  }),
] satisfies RoomServer
