// Messages of gateways that have no owner or cannot be read: stored as received, for the platform's operator to
// view, reprocess or remove. Rows of all companies. [DESIGN 9 Poison, Whose record is it]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Instant, maybeText, numeric, pageOf, paging } from '../../../contract/fields.ts'
import { lanes } from '../../../contract/topics.ts'

/** Maximum number of messages per request, and of payload bytes shown. */
const maxAtOnce = 100
export const shownBytes = 64 * 1024

/** Why a message is in quarantine. `refused`: the database did not accept the message, with the database's text. */
export const reasons = [
  'foreignBinding',
  'foreignColumn',
  'afterUnbinding',
  'before1970',
  'malformed',
  'ownerlessGap',
  'tooManyGaps',
  'tooScattered',
  'frameDamaged',
  'refused',
] as const
export const Reason = z.enum(reasons)
export type Reason = z.output<typeof Reason>

/** The id of a quarantined message. */
export const QuarantineId = numeric(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).brand<'QuarantineId'>()
export type QuarantineId = z.output<typeof QuarantineId>

const ids = z.array(QuarantineId).min(1).max(maxAtOnce)

export const QuarantineRow = z.object({
  id: QuarantineId,
  /** The company of the binding, or of the gateway at that time; null: none. */
  orgName: z.string().nullable(),
  sn: z.string().nullable(),
  /** Name of the device of the message's binding. */
  equipmentName: z.string().nullable(),
  reason: Reason,
  /** The database's error message. */
  detail: z.string().nullable(),
  receivedAt: Instant,
  sizeBytes: z.number(),
  lane: z.enum(lanes),
  /** The number of the message in the outbox; null if it has none. */
  seq: z.number().nullable(),
  relandedAt: Instant.nullable(),
})
export type QuarantineRow = z.output<typeof QuarantineRow>

export const queryQuarantine = post('/lfscada/operate/historyQuarantine/query', {
  may: 'platform:admin',
  about: 'Messages of gateways in quarantine, of all companies, newest first, with the total of each reason.',
  input: z.object({
    ...paging,
    /** Text that the SN must contain. */
    sn: maybeText(32),
    reason: Reason.nullish(),
    relanded: z.boolean().nullish(),
    from: Instant.nullish(),
    to: Instant.nullish(),
  }),
  /** `reasons`: the number of messages per reason under the other filters; reasons without messages are omitted. */
  output: pageOf(QuarantineRow).extend({ reasons: z.array(z.object({ reason: Reason, count: z.number() })) }),
})

export const quarantineDetail = post('/lfscada/operate/historyQuarantine/detail', {
  may: 'platform:admin',
  about: 'One message in quarantine, with its payload as received: text where it is JSON, else hex digits.',
  input: z.object({ id: QuarantineId }),
  output: QuarantineRow.extend({
    /** Id of the binding that the message names, and the epoch of its outbox. */
    bindingId: z.number().nullable(),
    epoch: z.string().nullable(),
    payload: z.object({
      format: z.enum(['json', 'hex']),
      content: z.string(),
      /** True if only the first 64 KiB are shown. */
      isCut: z.boolean(),
    }),
  }),
})
export type QuarantineDetail = z.output<typeof quarantineDetail.output>

/**
 * Result for one message. `landed`: it is now in history. `already`: it was reprocessed or removed before.
 * `nothingLeft`: only the number of a rejected message was stored. `full`: the historian accepts no data at the moment.
 * Any other: the reason why the message stays in quarantine.
 */
const outcomes = ['landed', 'already', 'nothingLeft', 'full', ...reasons] as const
export type Outcome = (typeof outcomes)[number]

export const RelandOutcome = z.object({
  id: QuarantineId,
  outcome: z.enum(outcomes),
  detail: z.string().nullable(),
})
export type RelandOutcome = z.output<typeof RelandOutcome>

export const relandQuarantine = post('/lfscada/operate/historyQuarantine/reland', {
  may: 'platform:admin',
  about:
    'Checks messages again by the current rules, with their original time of receipt, and stores in history what passes. What is refused again stays; the answer gives the reason for each.',
  input: z.object({ ids }),
  output: z.array(RelandOutcome),
})

export const removeQuarantine = post('/lfscada/operate/historyQuarantine/remove', {
  may: 'platform:admin',
  about: 'Deletes messages from quarantine permanently.',
  input: z.object({ ids }),
  output: z.object({ removed: z.number() }),
})
