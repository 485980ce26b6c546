// Notes that a shift leaves for the next one.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Instant, pageOf, paging, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const HandoverNote = z.object({ id: z.number(), at: Instant, accountName: z.string(), text: z.string() })
export type HandoverNote = z.output<typeof HandoverNote>

export const queryHandover = post('/lfscada/alarm/handover/query', {
  may: 'alarm:view',
  about: 'Lists the handover notes of the shifts, newest first.',
  input: z.object(paging),
  output: pageOf(HandoverNote),
})

export const addHandover = post('/lfscada/alarm/handover/add', {
  may: 'alarm:acknowledge',
  about: 'Saves a handover note for the next shift.',
  input: z.object({ text: text(limits.handoverLength) }),
  output: z.object({ id: z.number() }),
})
