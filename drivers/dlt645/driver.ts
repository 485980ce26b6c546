// DL/T 645, the half that does I/O: opens the line of the meters.
import type { TagOpener } from '../driver.ts'
import { findMeterFrame } from './frame.ts'
import { openLine } from './open-line.ts'
import type { Dlt645Params } from './params.ts'
import { MeterSession } from './session.ts'

export const opener: TagOpener<Dlt645Params> = {
  open: async (params, signal) => new MeterSession(await openLine('dlt645', params, findMeterFrame, signal)),
}
