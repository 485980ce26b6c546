// The actions on accounts that other rooms declare, shown in every list of accounts.
import type { BroughtAct } from './part-act.ts'

/** The actions that rooms contribute, in the order of their keys. */
export const broughtActs: readonly BroughtAct[] = Object.values(
  import.meta.glob<{ default: BroughtAct }>('../../*/*/account-act.tsx', { eager: true }),
)
  .map((room) => room.default)
  .sort((a, b) => a.key.localeCompare(b.key))
