import { z } from 'zod'
import { instant, session } from '../../../contract/topic-values.ts'
import { writableSight } from '../../../db/sight.ts'
import { type RoomTopics, topic } from '../../../features/frame/topic.ts'
import { noteLimits } from './limits.ts'
import { insertNote } from './store.ts'

const dayMs = 24 * 3600_000
const id = z.number().int().positive()

/** A note that was entered at the panel of a machine. `at`: epoch ms. */
const PanelNote = z.object({
  ...{ session, equipmentId: id, bindingId: id, at: instant },
  note: z.string().min(1).max(noteLimits.noteLength),
})

export default [
  topic(
    {
      ...{ name: 'shiftnote', qos: 1, payload: PanelNote, perS: 1, burst: 5 },
      about: 'A note that was entered at the panel of the machine.',
      sample: {
        ...{ session: '0123456789abcdef', equipmentId: 12, bindingId: 30, at: 1767225600000 },
        note: 'Belt replaced',
      },
    },
    async ({ message: { note, at }, sn, orgId, equipmentId }, { db }) => {
      const sight = writableSight(db, { orgId, devices: 'all' })
      await insertNote(sight, { equipmentId, note, author: sn, writtenAt: at, forgetAt: at + 30 * dayMs })
    },
  ),
] satisfies RoomTopics
