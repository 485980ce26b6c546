// The query for the outcome of a command, for rooms below the one that stores commands: `command-outcome.ts` in its
// folder.
import type { CommandOutcome } from '../../signal/web/command.ts'

/** Requests the outcome of a command by its uuid. Throws ApiError. */
export type OutcomeQuery = (uuid: string) => Promise<CommandOutcome>

const rooms = Object.values(import.meta.glob<{ default: OutcomeQuery }>('../*/*/command-outcome.ts', { eager: true }))

/** The outcome of a command, once; `pollCommand` repeats it until the outcome is final. Throws ApiError. */
export async function queryOutcome(uuid: string): Promise<CommandOutcome> {
  const [room] = rooms
  if (!room) throw new Error('no room returns the outcome of commands')
  return room.default(uuid)
}
