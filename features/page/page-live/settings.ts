// The initial fit of a page in its frame. [S3 scadaAdaption]
import { z } from 'zod'
import { pageFits } from './page-scale.ts'

export const settings = { scadaAdaption: z.enum(pageFits).default('whole') }

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    scadaAdaption: (typeof pageFits)[number]
  }
}
