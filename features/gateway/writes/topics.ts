import { limits } from '../../../contract/limits.ts'
import { upTopics } from '../../../contract/topics.ts'
import { type RoomTopics, topic } from '../../frame/topic.ts'
import { gatewayWrites } from './contract.ts'

const { writesTakenPerS: perS, writesTakenBurst: burst } = limits

export default [
  topic(
    {
      name: 'writes',
      ...upTopics.writes,
      perS,
      burst,
      sample: {
        session: '1f0e2d3c4b5a6978',
        equipmentId: 1,
        bindingId: 1,
        run: '2b3c4d5e6f708192',
        seq: 1,
        at: 1764331200000,
        writes: [
          {
            by: 'script',
            id: 1,
            signalId: 12,
            isFirst: true,
            count: 1,
            failed: 0,
            value: 12.5,
            code: 200,
            from: 1764331199000,
            to: 1764331199000,
          },
        ],
      },
    },
    ({ message, ...gateway }, { use }) => use(gatewayWrites).take(gateway, message),
  ),
] satisfies RoomTopics
