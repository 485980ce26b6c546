// The default view of a device. [S3 equipDisplay]
import { z } from 'zod'

export const deviceDisplays = ['device', 'list', 'page'] as const

export const settings = { equipDisplay: z.enum(deviceDisplays).default('device') }

declare module '../../platform/user-config/contract.ts' {
  interface UserSettings {
    equipDisplay: (typeof deviceDisplays)[number]
  }
}
