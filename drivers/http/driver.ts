// HTTP, the half that does I/O.
import type { TagOpener } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { within } from './deadline.ts'
import { dial } from './dial.ts'
import { type HttpParams, urlOf } from './params.ts'
import { HttpSession } from './session.ts'

export const opener: TagOpener<HttpParams> = {
  /** Connects once, so that a server that cannot be reached, or whose certificate is not accepted, is found here. */
  async open(params, signal) {
    try {
      const socket = await within(params.timeoutMs, signal, (each) => dial(urlOf(params, ''), params, each))
      socket.destroy()
      return new HttpSession()
    } catch (error) {
      throw faultOf(error).asBroken()
    }
  },
}
