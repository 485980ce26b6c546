// CJ/T 188, the half that does I/O: opens the line of the meters.
import { openLine } from '../dlt645/open-line.ts'
import type { TagOpener } from '../driver.ts'
import { findCjt188Frame } from './frame.ts'
import type { Cjt188Params } from './params.ts'
import { Cjt188Session } from './session.ts'

export const opener: TagOpener<Cjt188Params> = {
  open: async (params, signal) => new Cjt188Session(await openLine('cjt188', params, findCjt188Frame, signal)),
}
