// The line of the battery is not used, see below; torture.test.ts cuts, delays, doubles and mixes the messages.
import type { TortureCase } from '../../testkit/lateness/torture.ts'

export const tortureCases: readonly TortureCase[] = []

export const withoutLine =
  'a device posts when it likes: a reading is its last message, and never the answer to a request of the gateway'
