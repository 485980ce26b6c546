// Two slots for newer agents, in addition to the installed one. A new agent is on trial until the platform has answered
// it; otherwise the launcher (apps/edge/launcher.ts) reverts to the previous one. The active slot is stored in one
// small file, which is always replaced as a whole, so that no power cut leaves the box without an agent. [S8 1310]
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, replaceFile, syncFolder } from '../file.ts'

/** `base` is the agent that was installed on the box. */
const Place = z.enum(['base', 'a', 'b'])
type Place = z.output<typeof Place>
export type Slot = Exclude<Place, 'base'>

const version = z.string().max(40)
const State = z.object({
  active: Place.default('base'),
  /** The version of the agent in each slot. */
  versions: z.object({ a: version.optional(), b: version.optional() }).default({}),
  /** The active one is new; without an answer of the platform within `seconds`, `from` becomes active again. */
  trial: z.object({ from: Place, seconds: z.number().int().min(1).max(3600) }).optional(),
  failed: z.object({ version, reason: z.string().max(200), at: z.number() }).optional(),
})
export type SlotState = z.output<typeof State>

export const slotsFolder = (dataDir: string) => join(dataDir, 'firmware')
const stateFile = (dataDir: string) => join(slotsFolder(dataDir), 'state.json')
export const slotFile = (dataDir: string, slot: Slot) => join(slotsFolder(dataDir), `${slot}.mjs`)

/**
 * Reads the slots to start an agent: an unreadable file counts as missing, so that the box runs at least the installed
 * agent.
 */
export const readSlots = (dataDir: string): Promise<SlotState> => loadSlots(dataDir).catch(() => State.parse({}))

/** A damaged file counts as none; rejects if the disk cannot read it. */
export async function loadSlots(dataDir: string): Promise<SlotState> {
  const text = await readIfThere(stateFile(dataDir))
  return State.safeParse(text === undefined ? {} : parsed(text)).data ?? State.parse({})
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const write = (dataDir: string, state: SlotState) => replaceFile(stateFile(dataDir), JSON.stringify(state))

/** The slot that is not in use. */
export const freeSlot = ({ active }: SlotState): Slot => (active === 'a' ? 'b' : 'a')

/** Makes a complete, checked file the agent of the next start, on trial. */
export async function beginTrial(
  dataDir: string,
  file: string,
  next: { version: string; seconds: number },
): Promise<void> {
  const state = await loadSlots(dataDir)
  const slot = freeSlot(state)
  await mkdir(slotsFolder(dataDir), { recursive: true })
  await rename(file, slotFile(dataDir, slot))
  await syncFolder(slotsFolder(dataDir))
  const { failed: _, ...rest } = state
  await write(dataDir, {
    ...rest,
    active: slot,
    versions: { ...state.versions, [slot]: next.version },
    trial: { from: state.active, seconds: next.seconds },
  })
}

/** The platform has answered the new agent: it stays. */
export async function endTrial(dataDir: string): Promise<void> {
  const { trial, ...state } = await loadSlots(dataDir)
  if (trial) await write(dataDir, state)
}

/** The new agent did not report: makes the previous one active again. */
export async function goBack(dataDir: string, reason: string, at: number): Promise<void> {
  const { trial, ...state } = await readSlots(dataDir)
  if (!trial || state.active === 'base') return
  const failed = { version: state.versions[state.active] ?? '', reason: reason.slice(0, 200), at }
  await write(dataDir, { ...state, active: trial.from, failed })
  await rm(slotFile(dataDir, state.active), { force: true })
}
