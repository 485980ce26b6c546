// A PLC asked now, through its gateway: a driver is tested before it is saved, a variable read without waiting, what
// there is looked through.
import { z } from 'zod'
import { BrowsedPage } from '../../../contract/browsed-page.ts'
import { issued, post } from '../../../contract/endpoint.ts'
import { DriverId, EquipmentId } from '../../../contract/fields.ts'
import { ProbePoint } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { CommandStatus } from '../command/contract.ts'

export { ProbePoint }

/** A driver as its form has it, saved or not. */
export const DriverDraft = z.object({ type: z.string().min(1).max(40), params: z.record(z.string(), z.unknown()) })
export type DriverDraft = z.output<typeof DriverDraft>

export const probePoint = post('/lfscada/gateway/probe', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about:
    'Reads one point of a PLC once, by a saved driver or by one that is not saved; poll the callback with the uuid.',
  input: z.object({
    equipmentId: EquipmentId,
    /** The saved driver to read by, unless `driver` is given. */
    driverId: DriverId.nullish(),
    driver: DriverDraft.nullish(),
    point: ProbePoint,
    /** Drawn by the browser for this very act, so that a repeated request is the same command. */
    uuid: z.uuid().nullish(),
  }),
  output: issued,
})

/** A node of an address space; without `dataType` it cannot be a variable. */
export const BrowsedNode = BrowsedPage.shape.nodes.element
export type BrowsedNode = z.output<typeof BrowsedNode>

export const browseNodes = post('/lfscada/gateway/browse', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Looks through the address space of a PLC by a saved driver; poll browseResult with the uuid.',
  input: z.object({
    equipmentId: EquipmentId,
    driverId: DriverId,
    /** Its children; none: of the root. */
    node: z.string().max(1000).nullish(),
    /** Place of the first child wanted, from 0. */
    from: z.number().int().min(0).max(limits.browseNodes).default(0),
    uuid: z.uuid().nullish(),
  }),
  output: issued,
})

export const browseResult = post('/lfscada/gateway/browse/result', {
  may: 'equipment:edit',
  about: 'What a browsing brought: children of the node, and the place of the next ones if there are more.',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({
    status: CommandStatus,
    /** 200, or the fault of contract/errors. */
    code: z.number(),
    msg: z.string(),
    nodes: z.array(BrowsedNode),
    next: z.number().nullable(),
  }),
})
