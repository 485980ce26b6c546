// The user's matches of file headings with columns, stored per user.
import { z } from 'zod'
import type { ColumnMatches } from './csv-match.ts'

const maxMatches = 200

export const settings = {
  signalColumns: z
    .record(z.string().max(100), z.string().max(20))
    .refine((matches) => Object.keys(matches).length <= maxMatches)
    .default({}),
}

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    signalColumns: ColumnMatches
  }
}
