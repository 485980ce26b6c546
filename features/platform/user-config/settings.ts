// The zone in which an account reads its lists.
import { Zone } from '../../../contract/fields.ts'

export const settings = { ownZone: Zone.nullable().default(null) }

declare module './contract.ts' {
  interface UserSettings {
    /** IANA zone; null: the browser's. */
    ownZone: string | null
  }
}
